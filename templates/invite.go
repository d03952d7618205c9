package templates

import (
	"unicode"

	"railpost/docs/rules"
	"railpost/engine"
	"railpost/templates/key"
)

// invitation lays out everything a player should know before they accept.
func (w *letter) invitation() {
	w.say(w.word(key.Invited, engine.Text("name", w.reader()), engine.Text("title", title(w)), engine.Text("game", w.Game)))
	w.say(w.word(key.InvitedPlayers, engine.Text("players", w.allCalled(others(w)))))
	w.about()
	w.say(w.word(key.InvitedAnswer))
	w.add(choices{level: 1, rows: []choice{w.tapped("accept", key.InvitedAccept), w.tapped("decline", key.InvitedDecline)}})
	w.say(w.other)
	w.told()
	if w.Invite == nil {
		return
	}
	w.accepted()
	w.agreement()
	w.fairDraws()
}

// guest asks somebody to take a seat of a game that has begun, or tells what became of it.
func (w *letter) guest() {
	w.told()
	if w.Invite == nil {
		return
	}
	w.say(w.word(key.InvitedPlayers, engine.Text("players", w.allCalled(others(w)))))
	w.about()
	w.say(w.word(key.InvitedAnswer))
	words := []choice{w.tapped("accept", key.GuestAccept), w.tapped("decline", key.GuestDecline)}
	if w.Listed {
		words = []choice{words[0], w.tapped("decline", key.GuestDeclineOffer), w.tapped("leave", key.GuestLeave)}
	}
	w.add(choices{level: 1, rows: words})
	w.say(w.other)
	if w.Also != nil {
		asked := *w.Letter
		asked.Invite, asked.Blocks, asked.Log = w.Also, nil, nil
		answers(&letter{Letter: &asked, voice: w.voice, document: w.document})
	}
	w.standsAt()
	w.whoseTurn()
	w.agreement()
	w.blocks(w.Blocks)
	w.fairDraws()
}

// about says in a sentence or two what is played (TITLE.about).
func (w *letter) about() { w.say(w.word(w.known(w.Title + ".about"))) }

// agreement shows what a player must know of the table, and how to ask for the rest.
func (w *letter) agreement() {
	w.rules(key.Pace)
	w.settings(key.OptionsChanged)
	if n := w.Invite.Readings; n > 0 {
		w.say(w.word(key.Agreed, engine.Int("n", n)))
	} else {
		w.say(w.word(key.AgreedOptions))
	}
}

func (w *letter) accepted() {
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

func (w *letter) rules(head string) {
	if len(w.Invite.Rules) == 0 {
		return
	}
	w.head(w.word(head))
	for _, m := range w.Invite.Rules {
		w.indented(sentence(w.msg(m)))
	}
}

func (w *letter) settings(head string) {
	if len(w.Invite.Options) == 0 {
		return
	}
	w.head(w.word(head))
	for _, o := range w.Invite.Options {
		if said := w.word(w.known(o.Gloss+".is-"+o.Value, o.Gloss+".is"), engine.Text("value", o.Value)); said != "" {
			w.indented(sentence(said))
			continue
		}
		e := entry{lead: w.word(key.Option, engine.Text("key", o.Key), engine.Text("value", o.Value))}
		if o.Gloss != "" {
			e.notes = append(e.notes, sentence(w.word(o.Gloss)))
		}
		if o.Rule != "" {
			e.notes = append(e.notes, w.citation(o.Rule))
		}
		w.add(e)
	}
}

// citation names a section of the rules: by its number, as "18CZ VIII.6", or by its
// heading, as "Russian Railroads, Scoring phase".
func (w *letter) citation(rule string) string {
	say := key.LineRule
	if len(rule) > 1 && unicode.IsLower(rune(rule[1])) {
		say = key.LineRuleHeading
	}
	return w.word(say, engine.Text("title", title(w)), engine.Text("rule", w.ruled(rule)))
}

// ruled returns a citation in the words of the rules reference that the reader has.
func (w *letter) ruled(rule string) string {
	if ref := rules.Of(w.Title, w.Lang); ref != nil {
		return ref.Cite(rule)
	}
	return rule
}

func (w *letter) declared() {
	if len(w.Invite.Declared) == 0 {
		return
	}
	w.head(w.word(key.Declared))
	w.say(w.word(key.DeclaredWhat))
	for _, d := range w.Invite.Declared {
		w.add(entry{label: clean(d.Rule), notes: []string{sentence(w.word(d.Gloss))}})
	}
}
