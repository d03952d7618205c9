package templates

// Draws is what lets everybody check the draws of a game.
type Draws struct {
	Commitment string // SHA-256 of the seed's bytes
	Seed       string // in hexadecimal; "" until the end
}

// fairDraws shows the commitment before anything is drawn.
func (w *letter) fairDraws() {
	if w.Draws == nil || w.Draws.Commitment == "" {
		return
	}
	w.head(w.word("letter.commitment"))
	w.say(w.word("letter.commitment.what"))
	w.add(entry{lead: clean(w.Draws.Commitment)})
}

// seed lets everybody check the draws afterwards.
func (w *letter) seed() {
	if w.Draws == nil || w.Draws.Seed == "" {
		return
	}
	w.head(w.word("letter.seed"))
	w.add(entry{lead: clean(w.Draws.Seed)})
	w.say(w.word("letter.seed.what"))
	w.add(hashOf(w.Draws.Seed))
	w.say(w.word("letter.seed.log"))
}

// hashOf is the command that prints the SHA-256 of bytes in hexadecimal.
func hashOf(hex string) shell {
	return shell{[]string{"echo " + clean(hex) + " |", "  xxd -r -p | sha256sum"}}
}

// shell is a command that can be copied, with all its lines.
type shell struct{ lines []string }
