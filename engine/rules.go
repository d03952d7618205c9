package engine

import (
	"slices"
)

// Setup is the initial settings of a game.
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
	ForSeat []int    // player counts for which it matters; nil: all
	Changes bool     // it may change in a running game, see Rules.Switch
	// Since is the version of the title since which the first value is the default; games of earlier versions
	// that name no value have Was.
	Since int
	Was   string
	// Check, if set, accepts values beyond the list, as a row of prices: it returns nil, or a *Refusal with the
	// fault of the value.
	Check func(value string) error
	// Board, if set, makes a value of the files of another board, keyed by name, so that a log
	// needs no files; or it returns everything that is wrong with them.
	Board func(files map[string][]byte) (value string, faults []BoardFault)
	// Brief, if set, shortens a long value for letters.
	Brief func(value string) string
}

// Declared is a number or reading that the printed game leaves open and the service has
// decided: `railpost titles` and the invitation show it.
type Declared struct {
	Rule    string // ruling, as "R2"
	Gloss   string // message key
	ForSeat []int  // player counts for which it matters; nil: all
}

// Readings returns a Declared for each of these rulings; the message key follows from the
// number: "russian.declared.r2" for "R2".
func Readings(title string, forSeat []int, rules ...string) []Declared {
	return Each(rules, func(rule string) Declared {
		return Declared{Rule: rule, Gloss: title + ".declared." + Fold(rule), ForSeat: forSeat}
	})
}

// Matters reports whether something with this ForSeat concerns a table of that many seats.
func Matters(forSeat []int, seats int) bool { return forSeat == nil || slices.Contains(forSeat, seats) }

// Score is one seat's result. Seats with equal Rank share the place; 1 is a winner.
type Score struct {
	Seat   Seat `json:"seat"`
	Points int  `json:"points"`
	Rank   int  `json:"rank"`
	Parts  []Arg
	Why    Message `json:"-"` // what broke a tie with the next seat, if anything did
}

// Ranked returns the scores best first, with ranks by points: equal points share a rank and
// keep their order.
func Ranked(list []Score) []Score {
	for i := range list {
		list[i].Rank = 1 + Count(list, func(other Score) bool { return other.Points > list[i].Points })
	}
	slices.SortStableFunc(list, func(a, b Score) int { return a.Rank - b.Rank })
	return list
}

// ByPlace returns the seats of scores, the best first: the order of players on the sheets of a game
// that is over.
func ByPlace(scores []Score) (seats []Seat) {
	for _, score := range slices.SortedStableFunc(slices.Values(scores), func(a, b Score) int { return a.Rank - b.Rank }) {
		seats = append(seats, score.Seat)
	}
	return seats
}

// Placed returns a position as sheets show it: at the end the list of its players is in the order
// of their places.
func Placed[S any, P interface {
	*S
	Position
}](r Rules, p P, players func(P) *[]Seat) P {
	if !p.Over() {
		return p
	}
	c := *p
	*players(&c) = ByPlace(r.Scores(p))
	return &c
}

// Rules is a game as printed, under every version that ever ran.
type Rules interface {
	Name() string // as in `game create`
	Version() int // the newest
	Seats() (min, max int)
	Options() []Option
	Declared() []Declared
	// Begin sets the game up; draws go through tx. CheckSetup has checked the setup.
	Begin(tx *Tx, s Setup) (Position, error)
	// Decode decodes a position that Encode wrote, in a game under s.Version.
	Decode(s Setup, b []byte) (Position, error)
	// Scores ranks the seats; it is meant for the end of the game, but works before it.
	Scores(p Position) []Score

	// Profiles names whole sets of option values, as those of another program's games: profile -> option -> value.
	Profiles() map[string]map[string]string
	// Opponents returns the names of the players that the rules themselves play, for a number of players. Their
	// seats follow the players' seats and are never asked.
	Opponents(seats int) []string
	// Mends lists the decisions that newer versions change.
	Mends() []Mend
	// Switch makes p, in place, a position of a game under s: other values of options that may change
	// (Option.Changes), or a newer version. It depends on s alone: a switch to the present set-up changes
	// nothing, and of two switches the last one counts.
	Switch(p Position, s Setup)
}

// Printed implements the Rules methods of a title with one version and only its options. Embed it.
type Printed struct{}

func (Printed) Profiles() map[string]map[string]string { return nil }
func (Printed) Opponents(int) []string                 { return nil }
func (Printed) Mends() []Mend                          { return nil }
func (Printed) Switch(Position, Setup)                 {}

// Mend is a rule that a version of a title decides otherwise than the version before.
type Mend struct {
	ID      string // the message TITLE.mend.ID describes the change for players
	Version int    // the first version with it
	Rule    string // section of the rules, or ruling
	// Touches reports whether it can matter in a game; nil: in every game.
	Touches func(s Setup) bool
}

// BoardFault is an error in one file of a board.
type BoardFault struct {
	File  string // "map.json"
	Entry string // where in the file, as "cities: Boston"; "" for the file as a whole
	Say   Message
}

// ShownValue returns a value of the option as letters show it.
func (o Option) ShownValue(value string) string {
	if o.Brief == nil {
		return value
	}
	return o.Brief(value)
}
