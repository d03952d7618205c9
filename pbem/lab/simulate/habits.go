package simulate

import (
	"fmt"
	"regexp"
	"time"

	"railpost/pbem/mailtest"
	"railpost/pbem/reader"
)

// habit is how somebody plays: after how many hours they answer (see slow), and how often, of all their
// turns, they do something else beside or before it.
type habit struct {
	name     string
	from, to float64 // hours
	vanish   float64 // says nothing for days
	away     float64 // tells that they will be
	need     float64 // asks for more time
	resign   float64
	plan     float64
	undo     float64
	talk     float64
	whisper  float64 // tells one of the others something, or notes it for themselves
	preview  float64 // sends orders by the code of their preview
	old      float64 // answers an old letter as well
	propose  float64
	twice    float64 // of their mails come twice
	watch    float64 // watches a game of others, of those that begin
	decline  float64 // of the invitations
	contrary float64 // of the proposals
	letters  string  // which they want; "": the usual ones
}

var habits = []habit{
	{name: "prompt", from: 0.2, to: 7, watch: 0.3, preview: 0.1},
	{name: "talking", watch: 0.3, from: 1, to: 12, talk: 0.3, whisper: 0.05, letters: "moves"},
	{name: "late", from: 14, to: 44, need: 0.1},
	{name: "undoing", from: 0.5, to: 10, undo: 0.15},
	{name: "planning", from: 1, to: 14, plan: 0.3},
	{name: "careless", from: 1, to: 12, twice: 0.15, old: 0.1},
	{name: "absent", from: 2, to: 20, vanish: 0.03, away: 0.03},
	{name: "political", from: 1, to: 12, propose: 0.04, contrary: 0.3, letters: "moves"},
	{name: "resigning", from: 2, to: 24, resign: 0.004, decline: 0.2, letters: "turns"},
	{name: "digest", from: 0.5, to: 8, plan: 0.1, undo: 0.03, need: 0.02, whisper: 0.03, letters: "digest"},
	{name: "prompt too", from: 0.5, to: 9, letters: "turns", decline: 0.05},
}

// delay is how long it takes to answer; nobody does at night.
func (p *person) delay() time.Duration {
	hours := p.habit.from + p.rng.Float64()*(p.habit.to-p.habit.from)
	wait := time.Duration(hours * p.slow() * float64(time.Hour))
	if hour := p.now().Add(wait).Hour(); hour < 7 {
		wait += time.Duration(7-hour) * time.Hour
	}
	return wait
}

// chance draws whether something happens.
func (p *person) chance(of float64) bool { return of > 0 && p.rng.Float64() < of }

// settings chooses which letters come, once a game has begun.
func (p *person) settings(h *hand, l *reader.Letter) {
	if p.habit.letters == "" {
		return
	}
	p.later(10*time.Minute, func() error {
		if p.hands[h.game] != h {
			return nil
		}
		if p.habit.letters == "digest" {
			return p.wantsDigest(h, l)
		}
		return p.plain(h.game, l, "set letters "+p.habit.letters)
	})
}

// invited answers an invitation.
func (p *person) invited(h *hand, l *reader.Letter) error {
	if p.hands[h.game] != h {
		return nil
	}
	word := "accept"
	switch {
	case p.chance(p.habit.decline):
		word = "decline"
	case p.chance(0.5):
		word = fmt.Sprintf("accept %d blue herons", p.rng.IntN(1000))
	}
	return p.plain(h.game, l, word)
}

// answer answers the question of a game, or does what the habit says before that.
func (p *person) answer(h *hand) error {
	h.will = false
	if !h.open || h.silent || p.hands[h.game] != h {
		return nil
	}
	again := func(wait time.Duration) {
		h.will = true
		p.later(wait, func() error { return p.answer(h) })
	}
	to := h.Asked
	switch {
	case h.leaving:
		return p.plain(h.game, to, "resign")
	case p.chance(p.habit.vanish):
		again(time.Duration(3+p.rng.IntN(6)) * 24 * time.Hour)
		return nil
	case p.chance(p.habit.away):
		days := 2 + p.rng.IntN(4)
		again(time.Duration(days) * 24 * time.Hour)
		return p.plain(h.game, to, fmt.Sprintf("away %dd", days))
	case p.chance(p.habit.need):
		again(time.Duration(6+p.rng.IntN(24)) * time.Hour)
		return p.plain(h.game, to, "need 1d")
	case p.chance(p.habit.resign):
		h.leaving = true
		again(time.Hour)
		return p.plain(h.game, to, "resign")
	case p.chance(p.habit.propose):
		again(time.Hour)
		return p.plain(h.game, to, p.proposes())
	case p.chance(p.habit.whisper):
		again(time.Hour)
		return p.plain(h.game, to, p.whispers(h))
	case h.old != nil && p.chance(p.habit.old):
		again(10 * time.Minute)
		old := hand{Chooser: mailtest.Chooser{Rng: p.rng}}
		old.Ask(h.old)
		if style, lines, ok := old.Choose(); ok {
			return p.write(mail{game: h.game}, h.old, style, lines...)
		}
		return nil
	}
	style, lines, ok := h.Choose()
	if !ok {
		return nil // the next reminder asks again
	}
	h.open = false
	if p.chance(p.habit.preview) {
		return p.plain(h.game, to, append([]string{"preview"}, lines...)...)
	}
	return p.play(h, to, style, lines)
}

// whispers is a line that nobody but one player reads.
func (p *person) whispers(h *hand) string {
	for _, other := range p.ledger.games[h.game].seats {
		if other.person != p && p.rng.IntN(2) == 0 {
			return "tell " + other.person.name + " It looks like a long year."
		}
	}
	return "note Look at the trains."
}

var code = regexp.MustCompile("`(confirm [A-Z0-9]+)`")

// confirms sends what a preview showed by its code, or answers again.
func (p *person) confirms(h *hand, l *reader.Letter) {
	if h.Asked == nil || h.open {
		return
	}
	m := code.FindStringSubmatch(l.Text)
	if m == nil {
		h.open = true
		return
	}
	p.later(time.Duration(5+p.rng.IntN(60))*time.Minute, func() error {
		if p.hands[h.game] != h || h.open {
			return nil
		}
		return p.plain(h.game, l, m[1])
	})
}

// play sends orders, and what goes with them.
func (p *person) play(h *hand, to *reader.Letter, style mailtest.Style, lines []string) error {
	if p.chance(p.habit.talk) {
		style, lines = mailtest.Bare, append(lines[:len(lines):len(lines)], "say What a year, step "+fmt.Sprint(to.Step))
	}
	if p.chance(p.habit.plan) {
		style, lines = mailtest.Bare, p.plans(h, lines)
	}
	if p.chance(p.habit.undo) {
		p.later(time.Duration(2+p.rng.IntN(20))*time.Minute, func() error {
			if p.hands[h.game] != h {
				return nil
			}
			return p.plain(h.game, to, "undo")
		})
	}
	if isDaily(to) {
		return p.answerDaily(h, lines)
	}
	return p.write(mail{game: h.game}, to, style, lines...)
}

func (p *person) proposes() string {
	switch n := p.rng.IntN(20); {
	case n == 0:
		return "propose end"
	case n == 1:
		return "propose call off"
	case n < 6:
		return "propose grace=2d"
	case n < 9:
		return "propose grace=1d"
	}
	return "propose extend 1d"
}
