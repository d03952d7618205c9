package table

import (
	"slices"

	"railpost/engine"
)

// Switch is a step from which on the game has gone by other rules of its title.
type Switch struct {
	Record uint64       `json:"record"`
	Was    engine.Setup `json:"was"` // the set-up before
}

// GoUnder notes that the game goes by other rules from a record on.
func (t *Table) GoUnder(record uint64, s engine.Setup) {
	t.Switches = append(t.Switches, Switch{Record: record, Was: t.Setup})
	t.Setup = s
}

// Switches are a game's switches to other rules, in the order of records.
type Switches []Switch

// SetupAt returns the set-up under which a game was after a record that is under another now.
func (list Switches) SetupAt(record uint64, now engine.Setup) engine.Setup {
	for _, s := range list {
		if s.Record > record {
			return s.Was
		}
	}
	return now
}

// Since returns the record since which an option, or with "" the version of the rules, has its present value,
// and the value before; 0 if it has always had it.
func (list Switches) Since(option string, now engine.Setup) (record uint64, was engine.Setup) {
	for _, s := range slices.Backward(list) {
		if option == "" && s.Was.Version != now.Version || option != "" && s.Was.Options[option] != now.Options[option] {
			return s.Record, s.Was
		}
	}
	return 0, engine.Setup{}
}
