package vote

import (
	"slices"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// MendFor returns the version of the title's rules that decides differently in a game than its own, and the
// differences; 0 if there is none.
func MendFor(title engine.Title, t *table.Table) (version int, differs []engine.Message) {
	for _, m := range engine.Mended(title, t.Setup) {
		version = max(version, m.Version)
		differs = append(differs, engine.Msg(key.Mend, engine.Say("what", engine.Msg(title.Name()+".mend."+m.ID)), engine.Text("rule", m.Rule)))
	}
	return version, differs
}

// AskMend asks the table whether the game continues under a version of its rules.
func AskMend(c *journal.Change, version int, differs []engine.Message) {
	t := c.Table
	t.Mended = version
	Propose(c, table.Proposal{To: table.ToUpgrade, By: engine.Nobody, Version: version, Differs: differs},
		engine.Int("version", version), engine.Int("has", t.Setup.Version))
}

// Asking reports whether a vote on a version of the rules is open.
func Asking(t *table.Table, version int) bool {
	return slices.ContainsFunc(t.Proposals, func(p table.Proposal) bool { return p.To == table.ToUpgrade && p.Version == version })
}
