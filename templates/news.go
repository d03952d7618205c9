package templates

import (
	"math"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// The most turns that a letter tells, and the last one, which has more to say; `log` tells older ones.
const newsRows, lastRows = 12, 6

// tale is the account of one step: a row, the heading of a round, or a part that stands alone.
type tale struct {
	turnRow
	alone part
	talk  bool
	first uint64
}

// news tells steps, a row for each turn of a player and a heading for each round.
func (w story) news(list []Step) {
	var all []tale
	company := "" // of the row that may go on
	for _, s := range list {
		w := story{w.as(s)}
		passages := s.passages()
		n := opening(passages)
		if n > 0 || s.Auto || s.By != "" || !s.toldByHeading() {
			row, of := w.turnOf(s, passages[:n])
			last := len(all) - 1
			if last >= 0 && row.who != "" && all[last].who == row.who && all[last].note == row.note && all[last].seat == row.seat && s.Line != "" && !all[last].talk && all[last].alone == nil {
				bare := row.did == "done"
				if of != "" && of != company {
					row.did = of + ": " + row.did
				}
				if !bare {
					all[last].did = w.inLine([]string{all[last].did, row.did})
				}
				if s.Seq > 0 {
					all[last].label = w.word(key.StepNumber, engine.Text("n", stepNumber(all[last].first)+"-"+stepNumber(s.Seq)))
				}
			} else {
				if of != "" {
					row.did = of + ": " + row.did
				}
				all = append(all, tale{turnRow: row, talk: s.isTalk() || s.Line == "", first: s.Seq})
			}
			company = of
		}
		for _, p := range w.layOut(func() { story{w.letter}.consequences(passages[n:]) }) {
			switch p := p.(type) {
			case heading:
				all = append(all, tale{turnRow: turnRow{did: p.text, round: true}})
			case prose:
				for _, l := range p.lines {
					all = append(all, tale{turnRow: turnRow{did: l}, talk: true})
				}
			default:
				all = append(all, tale{alone: p})
			}
		}
	}
	all = w.latest(all)
	w.leftOut(w.Before)
	heads := []string{w.word(key.NewsStep), w.word(key.NewsPlayer), w.word(key.NewsDid)}
	for i := 0; i < len(all); i++ {
		if all[i].alone != nil {
			w.add(all[i].alone)
			continue
		}
		h := chronology{heads: heads}
		heads = nil
		for ; i < len(all) && all[i].alone == nil; i++ {
			row := all[i].turnRow
			if row.note != "" {
				row.did = w.inLine(slices.DeleteFunc([]string{row.did, row.note}, func(s string) bool { return s == "" }))
			}
			h.rows = append(h.rows, row)
		}
		i--
		w.add(h)
	}
}

// lastly tells how the game ended, with tables or without. It works on a copy: the letter tells it twice, and latest
// counts what it leaves out.
func (w story) lastly(tables bool) {
	of, in := *w.letter, *w.Letter
	if of.Letter = &in; !tables {
		in.Happened = engine.Each(in.Happened, func(s Step) Step {
			s.Told = slices.DeleteFunc(slices.Clone(s.passages()), func(p engine.Passage) bool { return p.Block != nil })
			return s
		})
	}
	story{&of}.since(key.SinceLetter)
}

// latest returns the last turns, as many as a letter tells, and all talk.
func (w story) latest(all []tale) []tale {
	n, most := 0, newsRows
	if kinds[w.Kind].Scores {
		most = lastRows
	}
	for i, t := range slices.Backward(all) {
		if t.who == "" && !t.talk || t.label == "" {
			continue
		}
		if n++; n > most {
			old := slices.DeleteFunc(slices.Clone(all[:i+1]), func(t tale) bool { return !t.talk || t.who == "" && t.label == "" })
			gone := 0
			for _, t := range all[:i+1] {
				if t.first > 0 && !t.talk {
					gone++
				}
			}
			in := *w.Letter
			in.Before.Steps += gone
			w.Letter = &in
			w.letter.Letter = &in
			return append(old, all[i+1:]...)
		}
	}
	return all
}

// tellsOrder reports whether the account of a step begins with its order: it names who gave it, or the company.
func (w story) tellsOrder(s Step, first engine.Message) bool {
	of, ok := s.Reports[0].Arg("company")
	return isActor(first, s.Seat) || ok && slices.ContainsFunc(first.Args, func(a engine.Arg) bool { return a.Kind == of.Kind && a.Text == of.Text })
}

// turnOf returns the row of a step, and the company whose order it was if nothing in its account names it.
func (w story) turnOf(s Step, told []engine.Passage) (row turnRow, company string) {
	row = turnRow{seat: s.Seat}
	if s.Seq > 0 {
		row.label = w.word(key.StepNumber, engine.Text("n", stepNumber(s.Seq)))
	}
	notes := engine.Each(w.reports(sayings(told), s.Line != "", s.Seat, math.MaxInt), func(n string) string { return strings.TrimPrefix(n, "- ") })
	if s.Line != "" {
		company = w.companyOf(s.Reports, s.passages())
		if order := w.known(w.Title + ".news-order"); len(notes) == 0 || order == "" && !w.tellsOrder(s, told[0].Say) {
			notes = append([]string{cleanLine(s.Line)}, notes...)
		} else if order != "" {
			notes = []string{w.word(order, engine.Text("order", cleanLine(s.Line)), engine.Text("result", w.inLine(notes)))}
		}
	}
	row.who, notes, row.note = w.account(s, w.actor(s.Seat), notes)
	row.did = w.inLine(notes)
	return row, company
}
