package rules

import "atelier/internal/check"

// catalogue lists every rule, sorted by name.
var catalogue = []*check.Rule{
	matrixMarkers,
	matrixStale,
	matrixUnknownBlock,
	traceMissingRow,
}
