package enginetest

import (
	"strings"

	"railpost/engine"
	"railpost/engine/advise"
)

// remarksStateFacts checks the figures of the remarks on the choices of a letter, and of the
// reason of the usual turn.
func remarksStateFacts(b *bench, games []*played) {
	if b.o.Stated == nil {
		b.Skip("the title's remarks state no figures (Options.Stated)")
	}
	each(games, func(_ *played, s sample) {
		view := s.game.Pos.View(s.seat)
		check := func(line string, m engine.Move, said ...engine.Message) {
			if wrong := b.o.Stated(m, said); wrong != "" {
				b.fault(s.where, "seat %d, %s: %s", s.seat, line, wrong)
			}
		}
		for _, c := range advise.Letter(b.title, view, s.seat).Choices {
			m := engine.Move{Before: view, After: c.After, Seat: s.seat, Acts: c.Acts, Reports: c.Reports}
			check(c.Line, m, b.title.Remark(m)...)
		}
		turn := b.title.Usual(view, s.seat)
		whole := engine.Move{Before: view, After: view, Seat: s.seat}
		g := s.game
		for _, line := range turn.Lines {
			r, err := g.Try(s.seat, line, true)
			if err != nil {
				b.fault(s.where, "seat %d, the usual turn %s: %v", s.seat, line, err)
				return
			}
			m := engine.Move{Before: whole.After, After: r.Pos.View(s.seat), Seat: s.seat, Acts: r.Acts, Reports: r.Reports}
			check(line, m, b.title.Remark(m)...)
			whole.After, whole.Acts, whole.Reports = m.After, append(whole.Acts, m.Acts...), append(whole.Reports, m.Reports...)
			g = g.After(r)
		}
		if len(turn.Lines) > 0 {
			check("the usual turn "+strings.Join(turn.Lines, " / "), whole, turn.Aim)
		}
	})
}

// endByPlaces checks that the sheets of a finished game list players by place, wherever they list several: in
// the first column, in the headings of columns, and in those of blocks.
func endByPlaces(b *bench, games []*played) {
	for _, g := range games {
		if !g.final.Pos.Over() {
			continue
		}
		rank := map[int]int{}
		for _, score := range b.title.Scores(g.final.Pos) {
			rank[int(score.Seat)] = score.Rank
		}
		view := g.final.Pos.View(engine.Nobody)
		for _, part := range b.title.Parts() {
			if part.Name != "table" && part.Name != "player" { // others are about tracks, cities, companies
				continue
			}
			blocks, err := engine.Show(b.title, view, engine.Nobody, part.Name, "", false)
			if err != nil {
				continue // the part needs an argument
			}
			heads := map[string][]engine.Message{}
			for _, block := range blocks {
				heads[block.Head.Key] = append(heads[block.Head.Key], block.Head)
				rows := engine.Each(block.Rows, func(r []engine.Cell) engine.Message { return r[0].Say })
				for what, list := range map[string][]engine.Message{"rows": rows, "columns": block.Columns} {
					if !byRank(list, rank) && block.Chart == "" {
						b.fault(g.where(), "the %s of %s in %s are not by place", what, block.Head.Key, part.Name)
					}
				}
			}
			for head, list := range heads {
				if !byRank(list, rank) {
					b.fault(g.where(), "the blocks %s of %s are not by place", head, part.Name)
				}
			}
		}
	}
}

// byRank reports whether the players of messages that each are about one come in the order of
// their ranks.
func byRank(list []engine.Message, rank map[int]int) bool {
	last := 0
	for _, m := range list {
		for _, a := range m.Args {
			if a.Kind != engine.KindSeat {
				continue
			}
			if rank[a.Int] < last {
				return false
			}
			last = rank[a.Int]
		}
	}
	return true
}
