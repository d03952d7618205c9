package templates

import (
	"railpost/engine"
	"railpost/templates/key"
)

// Draws is what anybody needs to check the draws of a game. Numbers are hexadecimal.
type Draws struct {
	Commitment string  // SHA-256 of the seed's bytes; of the service's, if Mixed
	Mixed      bool    // players add to the seed
	Added      []Added // what they have added, in seat order
	Service    string  // the service's bytes; "" until the end
	Seed       string  // "" until the end
}

// Added is what the player of a seat added to the seed.
type Added struct {
	Seat engine.Seat
	Hash string // its SHA-256
}

// fairDraws shows the commitment before anything is drawn.
func (w *letter) fairDraws() {
	d := w.Draws
	if d == nil || d.Commitment == "" {
		return
	}
	w.head(w.word(key.Commitment))
	switch {
	case !d.Mixed:
		w.say(w.word(key.CommitmentWhat))
	case w.Kind == Invitation:
		w.say(w.word(key.CommitmentMixed))
	default:
		w.say(w.word(key.CommitmentBegan))
	}
	w.add(entry{lead: clean(d.Commitment)})
	switch {
	case !d.Mixed:
	case w.Kind == Invitation:
		w.say(w.word(key.CommitmentWord))
	default:
		w.added()
	}
}

// added lists what players have added to the seed.
func (w *letter) added() {
	if len(w.Draws.Added) == 0 {
		w.say(w.word(key.SeedAddedNone))
		return
	}
	w.say(w.word(key.SeedAdded))
	for _, a := range w.Draws.Added {
		w.indented(w.word(key.StepWho, engine.Text("who", w.name(a.Seat))))
		w.add(entry{lead: "  " + clean(a.Hash)})
	}
}

// seed shows what is needed to check the draws afterwards.
func (w *letter) seed() {
	if w.Draws == nil || w.Draws.Seed == "" {
		return
	}
	w.head(w.word(key.Seed))
	w.add(entry{lead: clean(w.Draws.Seed)})
	if w.Draws.Mixed {
		w.mixed()
	} else {
		w.say(w.word(key.SeedWhat))
		w.add(hashOf(w.Draws.Seed))
	}
	w.say(w.word(key.SeedLog, engine.Text("file", w.Game+".jsonl"), engine.Text("text", w.Game+".txt")))
}

// mixed shows the components of the seed, and how to combine them.
func (w *letter) mixed() {
	d := w.Draws
	w.say(w.word(key.SeedService))
	w.add(entry{lead: clean(d.Service)})
	w.say(w.word(key.SeedServiceWhat))
	w.add(hashOf(d.Service))
	w.added()
	w.say(w.word(key.SeedMixed))
	add := shell{[]string{"printf %s \\", "  " + clean(d.Service)}}
	for _, a := range d.Added {
		add.lines[len(add.lines)-1] += " \\"
		add.lines = append(add.lines, "  "+clean(a.Hash))
	}
	add.lines[len(add.lines)-1] += " |"
	add.lines = append(add.lines, "  sha256sum")
	w.add(add)
}

// hashOf returns the command that prints the SHA-256 of bytes in hexadecimal.
func hashOf(hex string) shell {
	return shell{[]string{"echo " + clean(hex) + " |", "  xxd -r -p | sha256sum"}}
}

// shell is a command that can be copied, with all its lines.
type shell struct{ lines []string }
