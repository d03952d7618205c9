package engine

import "slices"

// Position is the whole state of a game as plain data. It is encoded by Encode
// (see encode.go), so its fields are exported, or not part of the state.
type Position interface {
	// Clone is a deep copy.
	Clone() Position
	// View is the same position with everything seat may not know taken out;
	// View(Nobody) is what the public may know.
	View(seat Seat) Position
	// Prompts lists what is asked of a seat. Prompts(p.View(s), s) is the same
	// as Prompts(p, s).
	Prompts(seat Seat) []Prompt
	// Settle ends a line: it carries out what needs no decision, and answers a
	// *Refusal of kind Unanswered when a question that belongs into the line is open.
	Settle(tx *Tx) error
	// Over says that the game has ended.
	Over() bool
}

// Setup is what a game is begun with.
type Setup struct {
	Seats   int               `json:"seats"`
	Options map[string]string `json:"options,omitempty"` // all of the title's options with their values
	Version int               `json:"version"`
}

// Option is something a table may agree on before the game.
type Option struct {
	Key     string
	Values  []string // the first is the default
	Rule    string   // section of the rules
	Gloss   string   // message key
	ForSeat []int    // numbers of players it matters for; nil: all
	// Check, when set, takes values beyond the list, as a row of prices: nil, or a
	// *Refusal that says what is wrong with the value.
	Check func(value string) error
	// Brief, when set, is what letters show of a value that may be long.
	Brief func(value string) string
}

// Profiled is a Title with names for whole sets of option values, as those under
// which another program's games are played: profile -> option -> value.
type Profiled interface {
	Profiles() map[string]map[string]string
}

// Declared is a number or reading that the printed game leaves open and the
// service has decided: it is shown by `railpost titles` and in the invitation.
type Declared struct {
	Rule    string // ruling, as "R2"
	Gloss   string // message key
	ForSeat []int  // numbers of players it matters for; nil: all
}

// Readings are readings of rules that each have their words under their own number:
// those of "R2" are "russian.declared.r2".
func Readings(title string, forSeat []int, rules ...string) []Declared {
	list := make([]Declared, 0, len(rules))
	for _, rule := range rules {
		list = append(list, Declared{Rule: rule, Gloss: title + ".declared." + Fold(rule), ForSeat: forSeat})
	}
	return list
}

// Matters says whether something with this ForSeat concerns a table of so many.
func Matters(forSeat []int, seats int) bool { return forSeat == nil || slices.Contains(forSeat, seats) }

// Score is one seat's result. Equal Rank shares the place; 1 is a winner.
type Score struct {
	Seat   Seat `json:"seat"`
	Points int  `json:"points"`
	Rank   int  `json:"rank"`
	Parts  []Arg
}

// Ranked fills in the ranks of scores by their points, and lists the best first:
// whoever has as many shares the place, and those who share one keep their order.
func Ranked(list []Score) []Score {
	for i := range list {
		list[i].Rank = 1
		for _, other := range list {
			if other.Points > list[i].Points {
				list[i].Rank++
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Score) int { return a.Rank - b.Rank })
	return list
}

// Rules are a game as printed, under every version that ever ran.
type Rules interface {
	Name() string // as in `game create`
	Version() int // the newest
	Seats() (min, max int)
	Options() []Option
	Declared() []Declared
	// Begin sets the game up; draws go through tx. Setup has been checked by CheckSetup.
	Begin(tx *Tx, s Setup) (Position, error)
	// Decode reads a position that Encode wrote, in a game under s.Version.
	Decode(s Setup, b []byte) (Position, error)
	// Scores ranks the seats; meant for a position that is Over, but may be asked before.
	Scores(p Position) []Score
}

// Title is a game that can be offered by mail: its rules, and what a letter shows of
// a position and says about it.
type Title interface {
	Rules
	View
}
