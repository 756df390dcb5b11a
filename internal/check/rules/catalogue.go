package rules

import "atelier/internal/check"

// catalogue lists every rule, sorted by name.
var catalogue = []*check.Rule{
	linkBackLink,
	linkDangling,
	linkDirectionClaim,
	linkMissingAnchor,
	linkMutual,
	linkNotPublished,
	linkOneEndedAcknowledgement,
	linkOutsideRoot,
	linkUnbackedCrossLink,
	linkUndefinedLabel,
	linkUnencoded,
	linkUnusedAcknowledgement,
	linkWrongCase,
	markdownAccidentalList,
	markdownFrontMatter,
	sourceCaseCollision,
	sourceInvalidUTF8,
	sourceTooDeep,
	sourceTooLarge,
	sourceUnreadable,
	traceMissingRow,
}
