package rules

import "atelier/internal/check"

// catalogue lists every rule, sorted by name.
var catalogue = []*check.Rule{
	coreTitleMismatch,
	coreUndefined,
	coreUntraced,
	principleDuplicateTitle,
	principleEmpty,
	principleMalformedHeading,
	principleOutOfSequence,
	principleTitleMismatch,
	principleUnapplied,
	principleUndefined,
	traceMissingRow,
}
