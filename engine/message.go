package engine

import "slices"

// Seat is a player's place at the table, counted from 0.
type Seat int

// Nobody is no seat: the referee, an outsider.
const Nobody Seat = -1

// Message is something to be said: a key of the message files and its arguments.
type Message struct {
	Key  string `json:"key"`
	Args []Arg  `json:"args,omitempty"`
}

// Msg returns a Message.
func Msg(key string, args ...Arg) Message { return Message{Key: key, Args: args} }

// Empty reports whether m is the zero Message.
func (m Message) Empty() bool { return m.Key == "" }

// Equal reports whether two messages say the same.
func (m Message) Equal(n Message) bool { return m.Key == n.Key && equalArgs(m.Args, n.Args) }

func equalArgs(a, b []Arg) bool {
	return slices.EqualFunc(a, b, func(x, y Arg) bool {
		return x.Name == y.Name && x.Kind == y.Kind && x.Int == y.Int && x.Text == y.Text && equalArgs(x.List, y.List)
	})
}

// Arg returns the argument with that name.
func (m Message) Arg(name string) (Arg, bool) {
	for _, a := range m.Args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}

// Of returns the argument with that name, or the zero Arg.
func (m Message) Of(name string) Arg {
	a, _ := m.Arg(name)
	return a
}

// Kinds of Arg.
const (
	KindInt      = "int"      // a number: Int
	KindText     = "text"     // letters that are the same in every language: Text
	KindOrder    = "order"    // an order, or words or a form of orders, as the log has them: Text
	KindPersonal = "personal" // a person's own words or name, which can be erased and is "" then
	KindTerm     = "term"     // the name of a thing: Text is a message key
	KindSeat     = "seat"     // a player: Int is the Seat
	KindList     = "list"     // several of the above: List
	KindSay      = "say"      // a Message inside a message: Text is its key, List its arguments
)

// Arg is one named argument of a Message.
type Arg struct {
	Name string `json:"n,omitempty"`
	Kind string `json:"k"`
	Int  int    `json:"i,omitempty"`
	Text string `json:"t,omitempty"`
	List []Arg  `json:"l,omitempty"`
}

// Int returns a number argument.
func Int(name string, v int) Arg { return Arg{Name: name, Kind: KindInt, Int: v} }

// Flag returns 1 or 0, by which a message chooses its words.
func Flag(name string, is bool) Arg {
	if is {
		return Int(name, 1)
	}
	return Int(name, 0)
}

// Text returns an argument that is not translated: a hex name, a number of a tile.
func Text(name, v string) Arg { return Arg{Name: name, Kind: KindText, Text: v} }

// Order returns an argument that is an order, some of its words, or how it is written. The log
// and positions have English orders; a reader sees them in the words of their language.
func Order(name, line string) Arg { return Arg{Name: name, Kind: KindOrder, Text: line} }

// Personal returns an argument that is somebody's own words or name: a record has only its
// hash, see SeparateText.
func Personal(name, v string) Arg {
	if v == "" {
		return Text(name, v)
	}
	return Arg{Name: name, Kind: KindPersonal, Text: v}
}

// Term returns the name of a thing, given by its message key.
func Term(name, key string) Arg { return Arg{Name: name, Kind: KindTerm, Text: key} }

// Player returns an argument that names a seat.
func Player(name string, s Seat) Arg { return Arg{Name: name, Kind: KindSeat, Int: int(s)} }

// Several returns an argument of several parts, read as "A, B and C".
func Several(name string, parts ...Arg) Arg { return Arg{Name: name, Kind: KindList, List: parts} }

// SeveralOf returns a list of values, each turned into an argument by a function like Text
// or Player.
func SeveralOf[T any](name string, list []T, say func(name string, x T) Arg) Arg {
	return Several(name, Each(list, func(x T) Arg { return say("", x) })...)
}

// Say returns a message inside a message.
func Say(name string, m Message) Arg {
	return Arg{Name: name, Kind: KindSay, Text: m.Key, List: m.Args}
}

// Audience is the seats that may know a fact: nil means everybody.
type Audience []Seat

// Everyone is the audience of public facts.
var Everyone Audience

// Only returns the audience of these seats.
func Only(seats ...Seat) Audience { return append(Audience{}, seats...) }

// Has reports whether seat s belongs to the audience. Nobody belongs to Everyone only.
func (a Audience) Has(s Seat) bool { return a == nil || slices.Contains(a, s) }

// Report is a fact of the game and its audience.
type Report struct {
	To Audience `json:"to,omitzero"` // empty: only the referee; nil: everybody
	// Passed: the rules passed for the seat "seat", which had nothing to decide.
	Passed bool `json:"passed,omitempty"`
	Message
}

// For returns the reports that seat s may know.
func For(s Seat, rs []Report) []Report { return Where(rs, func(r Report) bool { return r.To.Has(s) }) }
