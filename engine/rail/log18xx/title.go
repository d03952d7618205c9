package log18xx

import (
	"fmt"

	"railpost/engine"
)

// Title is a title that is played on the site, too.
type Title interface {
	engine.Title
	// Site is the title's name there, as "18Mag".
	Site() string
	// Setups lists the possible set-ups of the game, the likeliest first: old games may have used other rulings
	// without saying so. The error names the unsupported part.
	Setups(h *Header) ([]engine.Setup, error)
	// Header is the opposite: it has everything that the site needs to reach the first position and to repeat
	// all draws up to the last. players are by seat.
	Header(first, last engine.Position, players []Player) (Header, error)
	// Translator begins to translate a game.
	Translator(h *Header, first engine.Position) Translator
}

// Profile is the profile of options under which a title plays as the site does.
const Profile = "18xx.games"

// Loads reports whether the site can load a game under a set-up to its end: it is one of a title that is played there, and under
// its profile. played reports the former alone.
func Loads(t engine.Title, s engine.Setup) (played, loads bool) {
	if _, site := t.(Title); !site || s.Seats == 1 { // the site has no games for one
		return false, false
	}
	for option, value := range t.Profiles()[Profile] {
		if s.Options[option] != value {
			return true, false
		}
	}
	return true, true
}

// Translator translates a game, action by action or order by order. It keeps what the
// site names and a position does not: copies of tiles, trains and certificates.
type Translator interface {
	// Order is the order line of an action at p, which is not Quiet. It returns a
	// *NoOrder where no order says this.
	Order(p engine.Position, a *Action) (Order, error)
	// Actions returns what the site records for order o, which led from before to after;
	// o has its Acts. It omits passes for steps that the order declined, see Pass.
	Actions(before, after engine.Position, o Order) ([]*Action, error)
	// Pass reports whether o, at p, declines the open step first: then the site
	// records a pass before it.
	Pass(p engine.Position, o Order) bool
	// Later reports whether the site accepts o, which our rules allow at p, only after the pending question of
	// p is answered. It is written after that answer, together with all orders in between; held: some order
	// waits already.
	Later(p engine.Position, o Order, held bool) bool
	// Took tells that a was carried out and led to p.
	Took(p engine.Position, a *Action) error
	// State is p in the shape of a trace.
	State(p engine.Position) *State
}

// Order is a line of a seat.
type Order struct {
	Seat engine.Seat
	Line string
	// Acts are the orders of the line, with typed values. Export sets them; Translator.Order need not.
	Acts []engine.Act
}

// NoOrder says why an action cannot be said as an order: it names something
// that does not exist, or somebody who has no say.
type NoOrder struct{ Why string }

func (e *NoOrder) Error() string { return "log18xx: no order says this: " + e.Why }

// CannotSay builds a NoOrder.
func CannotSay(format string, args ...any) error { return &NoOrder{fmt.Sprintf(format, args...)} }
