package toy

import "railpost/engine"

// Mended is the toy as a newer program has it, with version 2 of its rules: a knock brings
// two coins (5). In games of version 1 it brings one.
type Mended struct{ Title }

// Version is the newest.
func (Mended) Version() int { return 2 }

// Mends returns the decisions that version 2 changes.
func (Mended) Mends() []engine.Mend { return []engine.Mend{{ID: "knock", Version: 2, Rule: "5"}} }

// Begin sets the game up.
func (m Mended) Begin(tx *engine.Tx, s engine.Setup) (engine.Position, error) {
	p, err := m.Title.Begin(tx, s)
	if err == nil {
		m.Switch(p, s)
	}
	return p, err
}

// Switch continues a game under another version.
func (Mended) Switch(p engine.Position, to engine.Setup) { p.(*Position).Mended = to.Version > 1 }
