package orders

import (
	"slices"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/pbem/desk/plans"
	"railpost/pbem/desk/turn"
	"railpost/pbem/desk/words"
	"railpost/pbem/mail/extract"
	"railpost/pbem/show/letters"
	"railpost/templates"
)

// offered is the offers of the answered letter.
type offered struct {
	seat     engine.Seat
	then     *engine.Game   // when the letter was written; nil before the start
	list     []string       // its numbered lines
	lettered bool           // they have letters
	usual    []string       // lines of its usual turn
	to       templates.Kind // its kind; "" when it is not known
	quoted   *extract.Letter
}

// usualTurn returns the usual turn of the answered letter, or of the turn letter of its step
// where it has none itself.
func (l *offered) usualTurn() []string {
	if l.to != "" && len(l.usual) > 0 || !l.asked() {
		return l.usual
	}
	usual, _ := letters.Usual(l.then, l.seat)
	return advise.LinesOf(usual)
}

// defaultTurn returns the automatic turn of the player at the answered step.
func (l *offered) defaultTurn() []string {
	if !l.asked() {
		return nil
	}
	return advise.LinesOf(plans.Defaults(l.then, l.seat))
}

// asked reports whether the answered step waited for the player.
func (l *offered) asked() bool { return l.then != nil && slices.Contains(l.then.Waiting(), l.seat) }

// mark returns which choice of the answered letter a line names by its letter; 0: none.
func (l *offered) mark(line string) int {
	if n := words.Mark(line); l.lettered && n <= len(l.list) {
		return n
	}
	return 0
}

// numbered returns the lines that numbers choose: those of the answered letter, or, if that has none or has
// letters, of the turn letter of its step, while the question is the same.
func (l *offered) numbered(now *engine.Game) []string {
	if len(l.list) > 0 && !(l.lettered && l.to.Row().AsksBack) {
		return l.list
	}
	if !l.asked() || now == nil || !turn.SameQuestion(l.then.Pos, now.Pos, l.seat) {
		return nil
	}
	list, _ := letters.Choices(l.then, l.seat)
	return advise.Numbered(list)
}

// marks returns the number of lettered choices of the answered letter.
func (l *offered) marks() int {
	if l.lettered {
		return len(l.list)
	}
	return 0
}

// quotesUs reports whether most of some lines are parts of the answered letter, which a mail program has mangled.
func (l *offered) quotesUs(lines []extract.Unread) bool {
	if l.quoted == nil || len(lines) < extract.QuotedLeast {
		return false
	}
	holds := l.quoted.Holds()
	n := engine.Count(lines, func(u extract.Unread) bool { return holds(u.Text) })
	return n >= extract.QuotedLeast && 2*n > len(lines)
}
