package templates

import (
	"unicode"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/templates/key"
)

// terms lays out the agreement, and how to check the draws.
type terms struct{ *letter }

// fairDraws shows the commitment before anything is drawn.
func (w terms) fairDraws() {
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

// added lists the players' contributions to the seed.
func (w terms) added() {
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

// seed shows the data for checking the draws afterwards.
func (w terms) seed() {
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
func (w terms) mixed() {
	d := w.Draws
	w.say(w.word(key.SeedServiceWhat))
	w.add(hashOf(d.Service))
	if len(d.Added) == 0 {
		w.say(w.word(key.SeedAddedNone))
	}
	who := engine.Each(d.Added, func(a Added) string { return w.name(a.Seat) })
	w.say(w.word(key.SeedMixed, engine.SeveralOf("players", who, engine.Text), engine.Int("n", len(who))))
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

// about describes the title in a sentence or two.
func (w terms) about() { w.say(w.word(w.known(w.Title + ".about"))) }

// agreement shows the most important facts of the table, and how to ask for the rest.
func (w terms) agreement() {
	w.rules(key.Pace)
	w.settings(key.OptionsChanged)
	if n := w.Invite.Readings; n > 0 {
		w.say(w.word(key.Agreed, engine.Int("n", n)))
	} else {
		w.say(w.word(key.AgreedOptions))
	}
}

func (w terms) accepted() {
	var list []engine.Seat
	for i, ok := range w.Invite.Accepted {
		if ok {
			list = append(list, engine.Seat(i))
		}
	}
	if len(list) > 0 {
		w.say(w.word(key.InvitedSoFar, engine.Text("players", w.allCalled(list))))
	}
}

func (w terms) rules(head string) {
	if len(w.Invite.Rules) == 0 {
		return
	}
	w.head(w.word(head))
	for _, m := range w.Invite.Rules {
		w.indented(sentence(w.msg(m)))
	}
}

func (w terms) settings(head string) {
	if len(w.Invite.Options) == 0 {
		return
	}
	w.head(w.word(head))
	for _, o := range w.Invite.Options {
		if said := w.word(w.known(o.Gloss+".is-"+o.Value, o.Gloss+".is"), engine.Text("value", o.Value)); said != "" {
			w.indented(sentence(said))
			continue
		}
		e := entry{lead: w.word(key.Option, engine.Text("option", o.Key), engine.Text("value", o.Value))}
		if o.Gloss != "" {
			e.notes = append(e.notes, sentence(w.word(o.Gloss)))
		}
		if o.Rule != "" {
			e.notes = append(e.notes, w.citation(o.Rule))
		}
		w.add(e)
	}
}

// citation names a section of the rules: by its number, as "18CZ VIII.6", or by its heading, as "Russian
// Railroads, Scoring phase".
func (w terms) citation(rule string) string {
	say := engine.If(len(rule) > 1 && unicode.IsLower(rune(rule[1])), key.LineRuleHeading, key.LineRule)
	return w.word(say, engine.Text("title", gameTitle(w.letter)), engine.Text("rule", w.ruled(rule)))
}

// ruled returns a citation in the words of the rules reference that the reader has.
func (w terms) ruled(rule string) string {
	if ref := rules.Of(w.Title, w.Lang); ref != nil {
		return ref.Cite(rule)
	}
	return rule
}

func (w terms) declared() {
	if len(w.Invite.Declared) == 0 {
		return
	}
	w.head(w.word(key.Declared))
	w.say(w.word(key.DeclaredWhat))
	for _, d := range w.Invite.Declared {
		w.add(entry{label: clean(d.Rule), notes: []string{sentence(w.word(d.Gloss))}})
	}
}
