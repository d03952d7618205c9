package engine

// View shows positions of one title and advises on them. It reads them through what
// the rules export and decides nothing: a game plays the same without it.
type View interface {
	Adviser
	// Status says in one Message where the game stands ("round 3").
	Status(view Position) Message
	// Sheet shows a view as blocks of facts; which parts there are: Parts. It refuses
	// an arg it does not know, with those it knows in Refusal.Expected.
	Sheet(view Position, seat Seat, part string, arg string) ([]Block, error)
	Parts() []Part
}

// Adviser is what a title can say about positions and orders beyond its rules. No
// decision rests on it, and what it says of a seat's choices must rest on what that
// seat may know. Embed Silent and write the methods for which there is something to say.
type Adviser interface {
	// Worth says roughly how good a position looks to a seat: of several lines a short
	// list shows those that lead to the highest. revealed: the line shows something
	// hidden, and after is what was known before it.
	Worth(after Position, seat Seat, revealed bool) int
	// Remark says in a few words what a legal line would do; a letter prints them
	// after the choice.
	Remark(m Move) []Message
	// Near returns legal lines that a refused one may have meant, where the title knows
	// better than a comparison of words, the likeliest first; nil where it does not.
	// Refusal.Cause may say what the rule had made of the line. Near may word r anew
	// where it knows more than the rule, as how many ways answer a question.
	Near(p Position, seat Seat, r *Refusal) []string
	// Hints says how lists treat the orders of a verb that is open in p.
	Hints(p Position, v Verb) Hints
	// Usual returns order lines which, sent in one mail, play what a seat usually does
	// next; nil when there is no usual turn. Every line must be legal where it stands.
	Usual(p Position, seat Seat) []string
	// Glossary explains the title's order words: those of the first answers, where more
	// can be said than their parameters do, and those within a line.
	Glossary(view Position) []Usage
	// Names lists the names that stand in orders: spaces, which nobody writes but in an
	// order, and others, as cities and colours, which stand in talk, too.
	Names(view Position) (spaces, others []string)
	// Explain says what a word of the letters means which begins no order, as a token,
	// a card, a company or a phase; nil when it does not know it.
	Explain(view Position, seat Seat, word string) []Block
}

// Usage is how a verb is written, derived from its parameters.
type Usage struct {
	Verb    string   // "" for a note on several words
	Form    string   // "place SPACE [with PIECES]"
	Gloss   string   // message key
	Params  []string // their names, for the message keys "engine.param.NAME"
	Example string   // a line, or part of one
	Also    []string // other words under which it is looked up
	NotNow  bool     `json:",omitempty"` // it begins an order that is no answer to what is asked now
}

// Move is a legal line, and where it leads.
type Move struct {
	Before, After Position
	Seat          Seat
	Acts          []Act
	Reports       []Report
}

// Act is one answer of a line: an order and its values.
type Act struct {
	Verb string
	Args Args
}

// Hints are what lists want to know of a verb's orders.
type Hints struct {
	// Quiet: they can be written and are not listed, since a shorter line leads to
	// the same, or because nobody would want it.
	Quiet bool
	// Few, if not 0, is for a verb with hundreds of first answers: a letter lists at most
	// this many of them, those that lead to the highest Worth, and counts the rest.
	Few int
	// Each, if not 0, is how many of them may begin with the same value: a card that is
	// played on any of thirty cities is listed this often, and its other lines are counted.
	Each int
	// Asks: an order that breaks off where a value is needed is no mistake: it asks
	// what there is, and is answered with the legal lines that begin so.
	Asks bool
	// Open: some of the orders have a value that is not listed: see Ranged and Opener.
	Open bool
	// Part: the domains list the likeliest values only, as the cheapest of millions of
	// ways. Lists say that there are others; each may be written.
	Part bool
	// Settled: all that a line of the verb does is done before something hidden is shown,
	// as a card that is turned up when a turn ends. Lists show lines that lead to the
	// same position before that once.
	Settled bool
}

// Silent is an Adviser that says nothing.
type Silent struct{}

func (Silent) Worth(Position, Seat, bool) int           { return 0 }
func (Silent) Remark(Move) []Message                    { return nil }
func (Silent) Near(Position, Seat, *Refusal) []string   { return nil }
func (Silent) Hints(Position, Verb) Hints               { return Hints{} }
func (Silent) Usual(Position, Seat) []string            { return nil }
func (Silent) Glossary(Position) []Usage                { return nil }
func (Silent) Names(Position) (spaces, others []string) { return nil, nil }
func (Silent) Explain(Position, Seat, string) []Block   { return nil }

// Bare is a Title that plays by its rules and shows nothing.
type Bare struct {
	Rules
	Silent
}

func (Bare) Status(Position) Message                               { return Message{} }
func (Bare) Sheet(Position, Seat, string, string) ([]Block, error) { return nil, nil }
func (Bare) Parts() []Part                                         { return nil }

// Part is something of a view that can be shown: "own", "table", "board" stand
// in letters; others only answer commands ("map F17"). Its name is a command.
type Part struct {
	Name     string
	Arg      string // what may stand behind the name, as help prints it: "HEX"; "" nothing
	Gloss    string // message key
	InLetter bool
}

// Block is a piece of a letter as facts: a heading, then lines, a table or a
// drawing. Package templates lays it out, in text and in HTML alike.
type Block struct {
	Head    Message
	Lines   []Message
	Columns []Message // headings of the table
	Rows    [][]Cell
	Drawing []string // fixed-width lines; the same content stands in words elsewhere
}

// Cell is one field of a table.
type Cell struct {
	Say   Message // what stands there; a Message with key "" and no arguments is empty
	Right bool    // numbers are set to the right
}
