package words

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
)

// fitWords is the maximum number of words in a line that is taken for an order by its words alone.
const fitWords = 20

// Fits returns the legal orders of a game that agree with all words of a line in the player's language, in any
// order; sure is set if there is only one and the line is complete enough to play it. sober is false for questions and
// for lines with "no", "if" or "or": they fit nothing, and their mail must not be read as orders.
func (v *Vocabulary) Fits(g *engine.Game, line string) (fits []advise.Fit, sure, sober bool) {
	view := g.Pos.View(v.seat)
	senses, sober := v.book.Senses(line, g.Title.Places(view))
	if !sober || len(senses) == 0 || len(senses) > fitWords {
		return nil, false, sober
	}
	spoken := make([]advise.Spoken, len(senses))
	for i, s := range senses {
		accompanies := slices.ContainsFunc(s.Means, func(m advise.Meaning) bool { return len(m.Words) == 0 }) // "esta", not "está"
		if s.Words == 1 && v.said.SentenceVerbs[s.Fold] && !accompanies {
			return nil, false, false
		}
		if s.Words == 1 && (v.said.IsFiller(s.Fold) || v.said.Articles[s.Fold] || v.said.Greetings[s.Fold]) {
			s.Means = append(s.Means, advise.Meaning{})
		}
		spoken[i] = s.Spoken
	}
	fits, sure = advise.Fits(g.Title, view, v.seat, spoken)
	return fits, sure, true
}
