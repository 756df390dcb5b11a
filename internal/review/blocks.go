package review

import (
	"slices"
	"strings"

	"atelier/internal/block"
	"atelier/internal/corpus"
)

// The names of the blocks, as they stand in atelier:begin markers.
const (
	AgentChecklist = "agent-checklist"
	PeerChecklist  = "peer-checklist"
)

// Names are the blocks that this package makes, sorted.
var Names = []string{AgentChecklist, PeerChecklist}

const (
	agentPage = "agent-checklist.md"
	peerPage  = "peer-review-checklist.md"
)

// Pages are the files of the review folder that hold blocks.
var Pages = []block.Page{
	{Name: agentPage, Title: "Agent Checklist", Sentence: "Questions for a reviewer that holds a change and the corpus and nothing else.", Blocks: []string{AgentChecklist}},
	{Name: peerPage, Title: "Peer Review Checklist", Sentence: "Questions for the engineer who signs for a change.", Blocks: []string{PeerChecklist}},
}

// Render makes the text of a block, without its markers. It holds no lines, so
// that an edit elsewhere in a document does not make it stale.
func Render(c *corpus.Corpus, name string) (text string, ok bool) {
	if !Known(name) {
		return "", false
	}
	return render(c, Items(c), name), true
}

func render(c *corpus.Corpus, items []*Item, name string) string {
	var b strings.Builder
	b.WriteString("\n\n")
	switch {
	case len(items) == 0:
		b.WriteString("The corpus has no violation and no anti-pattern yet.\n")
	case name == AgentChecklist:
		markup{}.agentList(&b, items, "- ")
	default:
		up := strings.Repeat("../", strings.Count(c.Config.Review, "/")+1)
		markup{link: func(path string) string { return up + destination(path) }}.peerList(&b, items, "- ")
	}
	b.WriteByte('\n')
	return b.String()
}

// Blocks are the blocks of this package in all documents, in order.
func Blocks(c *corpus.Corpus) []*block.Block {
	var items []*Item // made once for all blocks, and only where there are some
	return block.Find(c, func(c *corpus.Corpus, name string) (string, bool) {
		if !Known(name) {
			return "", false
		}
		if items == nil {
			items = Items(c)
		}
		return render(c, items, name), true
	})
}

// Known reports whether a block of that name is made by this package.
func Known(name string) bool { return slices.Contains(Names, name) }
