package orders

import (
	"slices"
	"sync"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
	"railpost/templates"
)

// asksOnly reports whether nothing is wrong with a mail except that some of its lines
// ask for a list.
func asksOnly(lines []templates.Line) bool {
	wrong := func(l templates.Line) bool { return l.Refusal != nil && l.Asked == nil }
	return slices.ContainsFunc(lines, isQuestion) && !slices.ContainsFunc(lines, wrong)
}

func isQuestion(l templates.Line) bool { return l.Asked != nil }

// numberLists numbers the lists requested by the lines of a mail, so that a number can answer. Only the letter
// of a mail that changed nothing, and that encloses no other list, may have such numbers.
func numberLists(lines []templates.Line) {
	n := 0
	for _, l := range lines {
		if l.Asked == nil {
			continue
		}
		n = advise.Number(l.Asked.Choices, n)
	}
}

// markNear gives letters to the legal lines that a refusal proposes, if the message has no other line: then one of them answers
// it.
func (rd *reading) markNear(lines []templates.Line) {
	if len(lines) != 1 || len(rd.plans.Sections) > 0 || len(rd.sorted.Orders)+len(rd.sorted.Unread) > 1 || lines[0].Refusal == nil || lines[0].Asked != nil || rd.next == nil {
		return
	}
	l := &lines[0]
	var list []advise.Choice
	for _, line := range l.Refusal.Near {
		c := advise.Choice{Line: line}
		if i := slices.IndexFunc(l.Near, func(c advise.Choice) bool { return c.Line == line }); i >= 0 {
			c = l.Near[i]
		} else if !words.WouldPlay(rd.texts.Words(), rd.next, rd.seat, line) {
			continue
		}
		list = append(list, c)
	}
	advise.Number(list, 0)
	l.Near = list
}

// items replaces numbers, and words for a turn, by their lines. An invalid or ambiguous one refuses the mail:
// then wrong has the reason.
func (rd *reading) items() (items []item, wrong []templates.Line) {
	numbered := sync.OnceValue(rd.numbered) // most messages have no number
	refused := false
	for _, l := range rd.sorted.Orders {
		line := templates.Line{N: l.N, Text: l.Text, State: engine.Unread}
		before, chosen := "", l.Text
		if words.First(l.Text) == "preview" {
			before, chosen = "preview ", words.After(l.Text)
		}
		stands := []string{chosen}
		var r *engine.Refusal
		if words.IsTurn(chosen) {
			stands, r = rd.wholeTurn(chosen)
		} else if order, not := rd.chosen(chosen, numbered); order != "" || not != nil {
			stands[0], r = order, not
		}
		if r != nil {
			refused, r.Line, r.Column = true, l.Text, 1+len([]rune(l.Text))-len([]rune(chosen))
			line.State, line.Refusal = engine.Refused, r
		}
		for _, order := range stands {
			items = append(items, item{n: l.N, text: l.Text, line: before + rd.headed(l.N, order)})
		}
		wrong = append(wrong, line)
	}
	if !refused {
		return items, nil
	}
	return nil, wrong
}

// chosen returns the order that a line chooses by its mark; "" for another line, and a refusal if the mark
// means nothing.
func (rd *reading) chosen(line string, numbered func() []string) (string, *engine.Refusal) {
	n, ok := words.Number(line)
	switch {
	case ok:
		order, r := words.ChoiceBy(numbered(), line, n)
		if r != nil && len(numbered()) == 0 {
			r.Why = rd.orNotAsked(r.Why)
		}
		return order, r
	case rd.letter.mark(line) > 0:
		return rd.letter.list[rd.letter.mark(line)-1], nil
	}
	return "", nil
}

// headed puts the name of the turn that stands above line n before an order. The orders after it belong to the same
// turn anyway.
func (rd *reading) headed(n int, order string) string {
	above := 0
	for at := range rd.plans.Heads {
		if at <= n && at > above {
			above = at
		}
	}
	if above == 0 || words.IsMode(order) || rd.isCommand(order) {
		return order
	}
	head := rd.plans.Heads[above]
	delete(rd.plans.Heads, above)
	return head + ": " + order
}

// written returns the orders of the mail as they were written.
func (rd *reading) written() (items []item) {
	for _, l := range rd.sorted.Orders {
		items = append(items, item{n: l.N, text: l.Text, line: l.Text})
	}
	return items
}

func notRead(text, why string, args ...engine.Arg) *engine.Refusal {
	return &engine.Refusal{Kind: engine.NotUnderstood, Length: len([]rune(text)), Why: engine.Msg(why, args...)}
}

// numbered returns the lines that numbers choose now.
func (rd *reading) numbered() []string { return rd.letter.numbered(rd.next) }

// wholeTurn returns the lines that a word stands for. A refusal if there are none, or if the mail has other orders.
func (rd *reading) wholeTurn(text string) ([]string, *engine.Refusal) {
	other := func(l extract.OrderLine) bool {
		return !words.IsMode(l.Text) && !chosenBy(l, words.IsTurn) && !rd.isCommand(l.Text)
	}
	if slices.ContainsFunc(rd.sorted.Orders, other) {
		return nil, notRead(text, key.TurnAlone, engine.Order("word", words.Turn(text)))
	}
	lines, none := rd.letter.usualTurn(), key.UsualNone
	if words.Turn(text) == words.Default {
		lines, none = rd.letter.defaultTurn(), key.DefaultNone
	}
	if len(lines) == 0 {
		r := notRead(text, none)
		r.Why = rd.orNotAsked(r.Why)
		return nil, r
	}
	return lines, nil
}

// orNotAsked returns why the answered letter has nothing that a word could stand for: before
// all, it may not be the player's turn.
func (rd *reading) orNotAsked(why engine.Message) engine.Message {
	if t := rd.table; t.State != table.Running || len(t.Waiting) == 0 || t.WaitFor(rd.seat) != nil {
		return why
	}
	return rd.last.notAskedNow(rd.table, "")
}

// chosenBy reports whether a line, or the part after "preview" in it, is of a kind.
func chosenBy(l extract.OrderLine, is func(text string) bool) bool {
	if words.First(l.Text) == "preview" {
		l.Text = words.After(l.Text)
	}
	return is(l.Text)
}
