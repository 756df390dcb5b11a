package corpus

import (
	"maps"
	"slices"
)

// antiPatternModels are the registered anti-patterns in the register's order,
// then those that documents only name.
func (c *Corpus) antiPatternModels() []AntiPatternModel {
	out := []AntiPatternModel{}
	for _, a := range c.AntiPatterns {
		m := AntiPatternModel{ID: a.ID, Registered: true, Summary: a.Summary, Uses: places(c.AntiPatternUses(a.ID))}
		for _, ref := range a.Breaches {
			m.Breaches = append(m.Breaches, ref.Text)
		}
		for _, ref := range a.Compounds {
			m.Compounds = append(m.Compounds, ref.Text)
		}
		if a.Home != nil {
			m.Document = a.Home.Path
		}
		out = append(out, m)
	}
	for _, id := range slices.Sorted(maps.Keys(c.inverse.antiPatterns)) {
		if c.AntiPattern(id) == nil {
			out = append(out, AntiPatternModel{ID: id, Uses: places(c.AntiPatternUses(id))})
		}
	}
	return out
}

// registerModels are the ids of the registers in their order, then those that
// documents only name.
func (c *Corpus) registerModels() []RegisterModel {
	out := []RegisterModel{}
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			out = append(out, RegisterModel{
				ID: e.ID, Kind: r.Kind, Registered: true, Title: e.Title, Status: e.Status, Since: e.Since, Requires: e.Requires,
				Uses: places(c.EntryUses(e)),
			})
		}
	}
	for _, id := range slices.Sorted(maps.Keys(c.inverse.ids)) {
		if c.Entry(id) == nil {
			out = append(out, RegisterModel{ID: id, Uses: places(c.IDUses(id))})
		}
	}
	return out
}
