package check

import (
	"fmt"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// The facts that findings break and need. Use these, so that two rules which
// speak of the same thing spell it alike.

// NumbersOf is that the principle headings of a domain can be trusted.
func NumbersOf(d *corpus.Domain) diag.Fact { return diag.Fact("numbers of " + d.Path) }

// PrincipleFact is that one principle of a domain is defined as its citations
// say.
func PrincipleFact(d *corpus.Domain, number int) diag.Fact {
	return diag.Fact(fmt.Sprintf("principle %d of %s", number, d.Path))
}

// PrinciplesOf is that no rule of principle/ has an error to say of a domain.
func PrinciplesOf(d *corpus.Domain) diag.Fact { return diag.Fact("principles of " + d.Path) }

// CoreNumbers is that the headings of the core document can be trusted.
func CoreNumbers() diag.Fact { return "numbers of the cores" }

// CoreFact is that one core principle is defined as its citations say.
func CoreFact(number int) diag.Fact { return diag.Fact(fmt.Sprintf("core %d", number)) }

// TraceOf is that the trace table of a domain is whole.
func TraceOf(d *corpus.Domain) diag.Fact { return diag.Fact("trace of " + d.Path) }

// ViolationsIn is that the violation tables of a document are whole.
func ViolationsIn(d *corpus.Document) diag.Fact { return diag.Fact("violations of " + d.Path) }

// TablesOf is that the tables of a document are read as they were written. What
// hides a table or rows of one (a delimiter row with another number of cells, a
// fence that is not closed) breaks it; what reports a table or row as missing
// needs it.
func TablesOf(d *corpus.Document) diag.Fact { return diag.Fact("tables of " + d.Path) }

// HeaderOf is that the derivation header of a document is sound.
func HeaderOf(d *corpus.Document) diag.Fact { return diag.Fact("header of " + d.Path) }

// TextOf is that a document was read at all.
func TextOf(path string) diag.Fact { return diag.Fact("text of " + path) }

// RowFact is that a table row is sound by itself.
func RowFact(d *corpus.Document, row *parse.Row) diag.Fact {
	return diag.Fact(fmt.Sprintf("row at %d of %s", row.Span.Start, d.Path))
}

// MentionFact is that a citation is sound by itself.
func MentionFact(d *corpus.Document, m *parse.Mention) diag.Fact {
	return diag.Fact(fmt.Sprintf("citation at %d of %s", m.Span.Start, d.Path))
}

// FirstPrinciplesOf is that no other file of a folder was meant as the
// first-principles that it lacks.
func FirstPrinciplesOf(dir string) diag.Fact { return diag.Fact("first-principles of " + dir) }

// PlaceOf is that the manifest gives a domain its place.
func PlaceOf(dir string) diag.Fact { return diag.Fact("place of " + dir) }

// ListingOf is that the manifest's silence on a document is no slip in the row
// of that document.
func ListingOf(path string) diag.Fact { return diag.Fact("listing of " + path) }

// Inputs is what every generated block is made from: any error in a domain's
// principles or trace breaks it.
func Inputs() diag.Fact { return "inputs of generated blocks" }

// Signoffs is that the sign-offs can be read, which give items their ids.
func Signoffs() diag.Fact { return "sign-offs" }

// ReferenceFact is that a reference is sound by itself: for a citation the same
// as [MentionFact].
func ReferenceFact(ref *corpus.Reference) diag.Fact {
	if ref.Mention != nil {
		return MentionFact(ref.From, ref.Mention)
	}
	return diag.Fact(fmt.Sprintf("link at %d of %s", ref.Span.Start, ref.From.Path))
}

// DirectionFact is that a reference goes the way that the manifest allows. A link
// by label has the direction of the label's definition.
func DirectionFact(ref *corpus.Reference) diag.Fact {
	at := ref.Span.Start
	if ref.Link != nil && ref.Link.Definition != nil {
		at = ref.Link.Definition.Span.Start
	}
	return diag.Fact(fmt.Sprintf("direction of the reference at %d of %s", at, ref.From.Path))
}

// DirectionBetween is that the links between two domains go one way.
func DirectionBetween(a, b string) diag.Fact {
	return diag.Fact(fmt.Sprintf("direction between %s and %s", min(a, b), max(a, b)))
}

// LinksFrom is that no link of a document goes back without being
// acknowledged.
func LinksFrom(path string) diag.Fact { return diag.Fact("links from " + path) }

// LinksBetween is the same for the links of a domain to one document.
func LinksBetween(folder, path string) diag.Fact {
	return diag.Fact(fmt.Sprintf("links from %s to %s", folder, path))
}

// AcknowledgementsOf is that the rows of acknowledged back-links that name a
// document are sound.
func AcknowledgementsOf(path string) diag.Fact { return diag.Fact("acknowledgements of " + path) }

// IDFact is that no row is at fault for an id being undefined.
func IDFact(id string) diag.Fact { return diag.Fact("id " + id) }

// CommentFact is that a suppression comment is sound by itself.
func CommentFact(d *corpus.Document, ig *parse.Ignore) diag.Fact {
	return diag.Fact(fmt.Sprintf("comment at %d of %s", ig.Span.Start, d.Path))
}
