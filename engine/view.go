package engine

import (
	"math/rand/v2"

	"slices"
	"strings"

	"railpost/engine/board"
	"railpost/engine/key"
)

// View shows positions of one title and advises on them. It reads them through the exported
// methods of the rules and decides nothing: a game plays the same without it.
type View interface {
	Adviser
	// Status returns the present state of the game as one Message ("round 3").
	Status(view Position) Message
	// Parts lists the parts of a view that can be shown. Nobody changes the list.
	Parts() []Part
}

// Chronicler is a View that can also tell facts that a position does not hold, such as earlier prices. past are
// the public reports of the records that stand, in order.
type Chronicler interface {
	// Recalls reports whether reports with a key are needed for that.
	Recalls(key string) bool
	// Chronicle returns the past for a letter that asks a seat to move, or that ends the game, or, if whole is
	// set, all that is known.
	Chronicle(view Position, seat Seat, past []Message, whole bool) []Block
	// Hindsight returns past facts about a line of a position, such as the dividends of a share.
	Hindsight(view Position, past []Message, line string) []Message
	// Figures returns figures of the players that are worth following from round to round though no report
	// tells them, such as their worth: as everybody may know them, in the same order for every position.
	Figures(view Position) []Figure
}

// Figure is a number of each player.
type Figure struct {
	Kind ChartKind
	Head Message
	Of   []int // by seat
}

// Standing is how a player stands, in a few figures that everybody may know.
type Standing struct {
	Seat  Seat
	N     int       // what decides the game: points, worth
	Unit  Message   // "points"
	Facts []Message // two or three others
}

// Adviser is what a title can say about positions and orders beyond its rules. No decision
// depends on it, and what it says about a seat's choices must depend only on what that seat
// may know. Embed Silent and write the methods that have something to say.
type Adviser interface {
	// Worth returns roughly how good a position looks to a seat: a short list shows the
	// lines that lead to the highest. If revealed is set, the line reveals something
	// hidden, and after is what was known before it.
	Worth(after Position, seat Seat, revealed bool) int
	// Remark returns briefly the effects of a legal line, beyond its own reports in their form for choices
	// (KEY.choice); a letter prints both after the choice.
	Remark(m Move) []Message
	// Card returns how a card of HTML shows a legal line, if the reports that it makes have no form for cards
	// (KEY.card).
	Card(m Move) Card
	// Near returns legal lines that a refused one may have meant, the likeliest first, if the title knows
	// better than a comparison of words; otherwise nil. Refusal.Cause may hold the rule's reading of the line.
	// Near may reword r if it knows more than the rule, such as how many ways answer a question.
	Near(p Position, seat Seat, r *Refusal) []string
	// Hints returns how lists treat the orders of a verb that is open in p.
	Hints(p Position, v Verb) Hints
	// Group returns the heading under which letters list a line; zero: the heading of its first order.
	Group(acts []Act) Message
	// Dominated reports whether nobody would play m because by, with the same first order, does the same for
	// less; such lines are counted but not listed. Neither has Reports.
	Dominated(m, by Move) bool
	// Usual returns the usual next turn of a seat; the zero Turn if nothing is clearly good.
	Usual(p Position, seat Seat) Turn
	// Default returns a legal, harmless order for a seat that does not answer in time: pass,
	// run the best routes, pay out, the cheapest answer to what must be answered; where every
	// order costs, the one that the rules force. "" if only the player can make this choice.
	// Like Usual it is asked about what the seat may know.
	Default(p Position, seat Seat) string
	// Steps names the kinds of steps for which a table can agree on separate times, as "offer"; the message
	// TITLE.step.offer describes it.
	Steps() []string
	// StepOf returns the kind of step that a seat is asked for; "" if it is none of Steps.
	StepOf(p Position, seat Seat) string
	// TurnOf names the turn in which a seat is asked, as "OR 1.1, minor 2". Automatic play for a seat that does
	// not answer in time ends with it: in its next turn the seat is asked again. "": each order is a turn.
	TurnOf(p Position, seat Seat) string
	// Tell returns the passages by which letters tell the reports of one order that their reader may know: it
	// omits trifles and joins related reports.
	Tell(reports []Message) []Passage
	// Glossary explains the title's order words: those within a line, and first answers that need more than the
	// explanation of their parameters.
	Glossary(view Position) []Usage
	// Names lists the names in orders: spaces, which people write only in an order, and others, as cities and
	// colours, which also occur in talk.
	Names(view Position) (spaces, others []string)
	// Section returns the key of the section of the rules that best explains a question to a new player of the
	// title, and the paragraph of it.
	Section(asked Prompt) (key string, paragraph int)
	// Explain returns the meaning of a word of the letters that begins no order, as a
	// token, a card, a company or a phase; nil if it does not know the word.
	Explain(view Position, seat Seat, word string) []Block
	// Like returns a key of an answer to what is asked of a seat. Answers with the same verb
	// and the same key are legal, whole lines, and lead to positions of the same Worth. ok is
	// false for an answer that must be tried.
	Like(p Position, seat Seat, a Answer) (key uint64, ok bool)
	// Doomed returns the reason why the gain of a move is certain to be lost, as far as everybody may know; the
	// zero Message if it is not.
	Doomed(m Move) Message
	// Places returns the places that orders name by their codes, as hexes, by the names that
	// players know.
	Places(view Position) map[string]string
	// Renamed returns lines of orders that were written in one position as they are written in
	// another of the same game: a tile may have changed the names of places.
	Renamed(lines []string, was, is Position) []string
	// Picture returns the picture of a view, which never shows more than its sheets; the last turn's runs are
	// part of it. nil: nothing is drawn.
	Picture(view Position, seat Seat) *board.Board
	// Foresight returns how robots look ahead from a view in which a seat is asked something. If that costs
	// more than it gains, they compare one line.
	Foresight(view Position, seat Seat) Foresight
	// Turns returns the names of all turns, as "6" or "RÁBA", if players plan for turns by
	// their names, such as those of companies.
	Turns() []string
	// Heads returns the names of the turn that a seat is in, even while another player must answer something in
	// it; nil if it is in none.
	Heads(p Position, seat Seat) []string
	// Declined reports whether an order, by its reports, declined what another player had
	// offered in their turn.
	Declined(reports []Report) bool
	// Gauges returns the figures that a seat may compare in the conditions of a plan, in the players' words.
	Gauges(view Position, seat Seat) []Gauge
	// Events maps players' words for an event ("a train rusts") to the keys of its reports.
	Events() map[string][]string
	// Routines returns the routines of players.
	Routines() []Routine
	// Standings returns how the players stand, in turn order.
	Standings(view Position) []Standing
}

// Gauge is a figure or a word that a condition can name: "SIK < 80", "phase green".
type Gauge struct {
	Name string
	Of   Seat // the owner; Nobody: the game
	N    int
	Word string // instead of N
}

// Routine is an order that players of a title give turn after turn.
type Routine struct {
	Words string   // as they say it: "pass the stock round"
	Step  string   // only in steps of this kind, see Adviser.StepOf
	Lines []string // what is played in each; "usual" and "default" stand for such turns
	Round bool     // until the round is over
}

// Usage is how a verb is written, derived from its parameters.
type Usage struct {
	Verb    string   // "" for a note on several words
	Form    string   // "place SPACE [with PIECES]"
	Gloss   string   // message key
	Params  []string // their names, for the message keys "engine.param.NAME"
	Example string   // a line, or part of one
	Also    []string // other words under which it is looked up
	NotNow  bool     `json:",omitempty"` // it begins an order that does not answer the current question
}

// NewUsage returns how an order word is explained.
func NewUsage(verb, form, gloss, example string, also ...string) Usage {
	return Usage{Verb: verb, Form: form, Gloss: gloss, Example: example, Also: also}
}

// Move is a legal line and where it leads.
type Move struct {
	Before, After Position
	Seat          Seat
	Acts          []Act
	Reports       []Report
}

// Card is how a card of HTML shows a line.
type Card struct {
	Says Message     // the line in prose, verb first; after "; " what comes below it. Zero: as its reports or order say
	Tile *board.Tile // the tile that it lays, as it lies then
	Bare bool        // its order says it best: the reports are about something else
}

// Turn is a usual turn: order lines which, sent in one mail, are each legal in their place.
type Turn struct {
	Lines []string
	Aim   Message // why these, in a few words: "longest run now, keeps 80 Ft for a train"
}

// Passage is a piece of the story of a game: a sentence, or a table such as the scoring of a
// round.
type Passage struct {
	Say    Message
	Block  *Block // if set, instead of Say
	Weight Weight
}

// Weight is how much a passage matters.
type Weight int

const (
	Plain Weight = iota // an order's effect
	Event               // it changes the game for everybody, as the trigger of the end: the subject names it
	Stage               // the story begins a part with a heading, as a phase
	Round               // a Stage after which readers who want one report a round get theirs
)

// OnePassageEach returns a passage for each report.
func OnePassageEach(reports []Message) []Passage {
	return Each(reports, func(r Message) Passage { return Passage{Say: r} })
}

// Hints tell lists how to treat a verb's orders.
type Hints struct {
	// Quiet: they are accepted but not listed, because a shorter line has the same effect, or because nobody
	// would want them.
	Quiet bool
	// Few, if not 0, is for a verb with hundreds of first answers: a letter lists at most this many, those that
	// lead to the highest Worth, and counts the rest.
	Few int
	// Each, if not 0, limits the first answers with the same first value: a card that can be played on any of
	// thirty cities is listed this often, and its other lines are counted.
	Each int
	// Asks: an order that breaks off where a value is needed is a question, not an error: the reply lists the
	// legal lines that begin with it.
	Asks bool
	// Open: some of the orders have a value that is not listed: see Unlisted.
	Open bool
	// Part: the domains list only the likeliest values, as the cheapest of millions of ways. Lists mention that
	// there are others, which may be written.
	Part bool
	// Settled: everything a line of the verb does is done before something hidden is
	// revealed, as a card that is turned up when a turn ends. Lists show only one of the
	// lines that lead to the same position before that.
	Settled bool
}

// Silent is an Adviser that says nothing.
type Silent struct{}

func (Silent) Worth(Position, Seat, bool) int                    { return 0 }
func (Silent) Remark(Move) []Message                             { return nil }
func (Silent) Card(Move) Card                                    { return Card{} }
func (Silent) Near(Position, Seat, *Refusal) []string            { return nil }
func (Silent) Hints(Position, Verb) Hints                        { return Hints{} }
func (Silent) Group([]Act) Message                               { return Message{} }
func (Silent) Dominated(m, by Move) bool                         { return false }
func (Silent) Usual(Position, Seat) Turn                         { return Turn{} }
func (Silent) Default(Position, Seat) string                     { return "" }
func (Silent) Steps() []string                                   { return nil }
func (Silent) StepOf(Position, Seat) string                      { return "" }
func (Silent) TurnOf(Position, Seat) string                      { return "" }
func (Silent) Tell(reports []Message) []Passage                  { return OnePassageEach(reports) }
func (Silent) Glossary(Position) []Usage                         { return nil }
func (Silent) Names(Position) (spaces, others []string)          { return nil, nil }
func (Silent) Section(asked Prompt) (string, int)                { return asked.Rule, 0 }
func (Silent) Explain(Position, Seat, string) []Block            { return nil }
func (Silent) Like(Position, Seat, Answer) (uint64, bool)        { return 0, false }
func (Silent) Doomed(Move) Message                               { return Message{} }
func (Silent) Places(Position) map[string]string                 { return nil }
func (Silent) Renamed(lines []string, was, is Position) []string { return lines }
func (Silent) Picture(Position, Seat) *board.Board               { return nil }
func (Silent) Foresight(Position, Seat) Foresight                { return Foresight{} }
func (Silent) Turns() []string                                   { return nil }
func (Silent) Heads(Position, Seat) []string                     { return nil }
func (Silent) Declined([]Report) bool                            { return false }
func (Silent) Gauges(Position, Seat) []Gauge                     { return nil }
func (Silent) Events() map[string][]string                       { return nil }
func (Silent) Routines() []Routine                               { return nil }
func (Silent) Standings(Position) []Standing                     { return nil }

// Show returns a part of a view.
func Show(v View, view Position, seat Seat, part, arg string, spoken bool) ([]Block, error) {
	parts := v.Parts()
	i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == part })
	if i < 0 {
		return nil, Forbid("", key.NoPart, Order("word", part))
	}
	return parts[i].Show(Request{view, seat, strings.Trim(arg, " .?!"), spoken})
}

// Foresight is how robots look ahead in a title. The numbers are chosen by measurement.
type Foresight struct {
	Lines    int // most lines that are compared; 0: robots do not look ahead
	Playouts int // playouts in all, for one answer
	Turns    int // turns of the seat in a playout, after which Worth rates it; 0: to the end of the game
	Point    int // worth of a point of the final score

	// Imagine returns a position that a seat cannot tell from a view of it: hidden facts are filled in at
	// random. nil: the title hides nothing.
	Imagine func(view Position, seat Seat, rng *rand.Rand) Position
	// Vary returns a position that is a little different, since equal playouts of a title without chance say no more
	// than one; nil: the title has chance.
	Vary func(view Position, seat Seat, rng *rand.Rand) Position
	// Sketch returns roughly the usual turn of a seat, but faster; nil: the usual turn is fast enough.
	Sketch func(p Position, seat Seat) Turn
	// Recurs returns the part of the position on which the usual turn of a seat depends, encoded, for
	// remembering turns: positions with the same part have the same usual turn. It, or its result, is nil if no
	// such part is known.
	Recurs func(p Position, seat Seat) []byte
	// Variants returns messages that are compared besides the usual turn and the lines of the letter; nil: none.
	Variants func(view Position, seat Seat) [][]string
	// Blunder reports whether a rule of thumb forbids a line that playouts may be too few to reject; nil: the
	// title has no such rules.
	Blunder func(view Position, seat Seat, line string) bool
}
