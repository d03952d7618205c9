package russian

import (
	"math/rand/v2"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

// The data must hold together with the rules text.
func TestBook(t *testing.T) {
	b := expect.Get(readBook())(t)
	for n := 2; n <= 4; n++ {
		tab := b.tables[n]
		if tab.Rounds < 6 || tab.Workers < 5 || tab.Reserve != 2 || tab.Row < tab.StackA+tab.StackB || tab.Public < 1 || tab.Locomotives != n {
			t.Errorf("%d players: %+v", n, tab)
		}
	}
	if len(b.Spaces) != 25+15 || len(b.Industry) != 16 || b.Doublers != 8 || b.FactorySlots != 5 || len(b.Tokens) != 7 || len(b.QuestionCards) != 5 || len(b.EndCards) != 10 || len(b.StartCards) != 4 || b.endPoints != 10 {
		t.Errorf("spaces %d, industry %d, doublers %d, slots %d, tokens %d, cards %d, %d and %d, end points %d",
			len(b.Spaces), len(b.Industry), b.Doublers, b.FactorySlots, len(b.Tokens), len(b.QuestionCards), len(b.EndCards), len(b.StartCards), b.endPoints)
	}
	if len(b.stackA) != 7 || len(b.stackB) != 7 || len(b.QuestionSpaces) != questionSpaces || b.first != 40 || b.second != 20 {
		t.Errorf("engineers %v and %v, ? spaces %v, majority %d and %d", b.stackA, b.stackB, b.QuestionSpaces, b.first, b.second)
	}
	var few []string // blocked with two players
	for _, s := range b.Spaces {
		if s.LeastPlayers > 2 {
			few = append(few, s.ID)
		}
	}
	expect.Same(t, "with two players", few, []string{"black-1", "grey-1", "loco-2", "ind-black", "turn-2"})
	points := engine.Each(b.Industry, func(p IndustryPlace) int { return p.Points })
	expect.Same(t, "the industry track scores", points, []int{0, 1, 2, 3, 5, 5, 10, 10, 15, 15, 15, 15, 20, 20, 25, 30})
}

// If plain calls an effect completable, the search completes it, too; if a search finds it impossible, it is
// not plain.
func TestPlainAgreesWithTheSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	sure, searched := 0, 0
	for n := range uint64(3) {
		_, records := playRandom(t, 4, 40+n)
		g := expect.Get(engine.Replay(func(string) engine.Title { return bare }, records[:1], testSeed))(t)
		for _, r := range records[1:] {
			s := g.Pos.(*State)
			if rng.IntN(4) == 0 && s.Phase == Turns && s.Pending == 0 {
				for _, sp := range Book.Spaces {
					f := s.effectFrame(sp)
					f.Full = true
					if !s.plain(f, sp.Effect) || sp.Effect[0].Op > OpRepeat {
						searched++
						continue
					}
					sure++
					if !s.search(f, sp.Effect) {
						t.Fatalf("record %d: %s is called plain and cannot be completed", r.Seq, sp.ID)
					}
				}
			}
			expect.NoError(t, g.Apply(r))
		}
	}
	if sure == 0 || searched == 0 {
		t.Errorf("%d plain, %d searched", sure, searched)
	}
}
