// Package enginetest contains the laws that every title must obey. They are checked in
// random games, one subtest per law:
//
//	func TestLaws(t *testing.T) { enginetest.Rules(t, Rules{}, enginetest.Options{}) } // in the rules
//	func TestLaws(t *testing.T) { enginetest.View(t, title, enginetest.Options{}) }    // in their view
//
// Run checks both for a title that is one package.
//
// The default level plays one game for each number of seats, of another kind for each;
// RAILPOST_FULL=1 plays all kinds for every number, and RAILPOST_LONG=1 plays 1,000 seeds and
// examines one position of each. go test -update rewrites the golden counts.
package enginetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/level"
)

// Options sets the extent of play, and facts that only the title knows. The zero value suits a title without
// hidden information.
type Options struct {
	Games    int    // random games for each number of seats in the full level; 0: 3
	Seed     uint64 // plays different games
	Seats    []int  // numbers of seats; nil: all that the title allows
	MaxMoves int    // a longer game is a fault; 0: 3000
	Samples  int    // positions of a game for the expensive laws; 0: 5

	// Hide returns a position that looks the same to seat and differs in what the seat may
	// not know. It is required unless play happens on two games that differ only for the
	// others.
	Hide func(p engine.Position, seat engine.Seat, rng *rand.Rand) engine.Position
	// Conserved counts things whose sums never change in a game.
	Conserved func(p engine.Position) map[string]int
	// Ahead are keys of reports by which an interrupted preview announces what is next, as "2 cubes, not yet
	// drawn"; the order itself reports the result.
	Ahead []string
	// Pointless reports whether all orders of a verb do nothing now: no list shows them.
	Pointless func(p engine.Position, verb string) bool
	// Harm returns the harm that a default did to its seat, as losing a directorship; "" for none.
	Harm func(before, after engine.Position, seat engine.Seat) string
	// Endless: a game in which nobody acts never ends.
	Endless bool
	// Stated recomputes the figures of the remarks on a choice in a second, slow way: from the position after
	// it, or by counting. It returns the differences; "" for none.
	Stated func(m engine.Move, said []engine.Message) string
}

// kinds are the games that the default level plays, by number of seats (see playSeed). The game with usual
// turns takes the longest, so it has the smallest table.
var kinds = []int{1, 0, 2, 0, 2, 0}

const (
	longGames = 1000
	chunk     = 25 // games played and held in memory at a time
)

func init() { level.CollectLate() }

func (o Options) withDefaults(title engine.Title) Options {
	o.Games = cmp.Or(o.Games, 3)
	if level.Long() {
		o.Games, o.Samples = longGames, 1
	}
	o.Samples = cmp.Or(o.Samples, 5)
	o.MaxMoves = cmp.Or(o.MaxMoves, 3000)
	if o.Seats == nil {
		lo, hi := title.Seats()
		for n := lo; n <= hi; n++ {
			o.Seats = append(o.Seats, n)
		}
	}
	return o
}

// law is one subtest, checked in the games of a chunk.
type law struct {
	name  string
	check func(l *bench, games []*played)
}

// lawsOfRules need only the rules of a title.
var lawsOfRules = []law{
	{"play reaches the end", reachesEnd},
	{"answers are members of their domains", answersAreMembers},
	{"orders act on the copy they are given", ordersActOnCopy},
	{"refused orders change nothing", refusedChangeNothing},
	{"words read back", wordsReadBack},
	{"replay equals live play", replayEqualsLive},
	{"snapshot and tail equal replay", snapshotEqualsReplay},
	{"undo leads back", undoLeadsBack},
	{"other rules can be gone under", rulesChange},
	{"previews show nothing hidden", previewsShowNothing},
	{"secret words do not show", secretWordsDoNotShow},
	{"things are conserved", conserved},
}

// lawsOfView concern what a title shows and advises.
var lawsOfView = []law{
	{"listed orders are accepted and spelt canonically", listedAccepted},
	{"lists deny no legal order", verbsListed},
	{"orders can be composed", ordersComposed},
	{"help knows the words of orders", wordsKnown},
	{"the usual turn can be played", usualPlayed},
	{"remarks state facts", remarksStateFacts},
	{"the end is shown by places", endByPlaces},
	{"prompts come from the view", promptsFromView},
	{"hidden things do not show", hiddenDoesNotShow},
}

// lawsOfDefaults concern orders played for seats that do not answer in time.
var lawsOfDefaults = []law{
	{"the default can be played", defaultsPlayed},
	{"who never answers stops no game", defaultsEnd},
}

// Defaults checks the orders that a whole title plays for seats that do not answer in time.
func Defaults(t *testing.T, title engine.Title, o Options) {
	t.Helper()
	run(t, title, o, lawsOfDefaults)
}

// Rules checks that rules alone play whole games, without any view, and that they obey the
// laws; perft.golden in testdata has the counts of legal lines.
func Rules(t *testing.T, rules engine.Rules, o Options) {
	t.Helper()
	title := engine.Bare{Rules: rules}
	run(t, title, o, lawsOfRules)
	t.Run("counts of legal lines", func(t *testing.T) { perft(t, title, o.withDefaults(title)) })
}

// View checks what a whole title shows of random games, and what it advises.
func View(t *testing.T, title engine.Title, o Options) {
	t.Helper()
	run(t, title, o, slices.Concat(lawsOfView, lawsOfDefaults))
}

// Run checks all laws of a title.
func Run(t *testing.T, title engine.Title, o Options) {
	t.Helper()
	run(t, title, o, slices.Concat(lawsOfRules, lawsOfView, lawsOfDefaults))
	t.Run("counts of legal lines", func(t *testing.T) { perft(t, title, o.withDefaults(title)) })
}

func run(t *testing.T, title engine.Title, o Options, laws []law) {
	t.Helper()
	o = o.withDefaults(title)
	o.Seed = level.Seed(t, o.Seed)
	for from := 0; from < o.Games; from += chunk {
		to := min(from+chunk, o.Games)
		if o.Games <= chunk {
			runChunk(t, title, o, laws, from, to)
			continue
		}
		t.Run(fmt.Sprintf("games %d-%d", from, to-1), func(t *testing.T) { runChunk(t, title, o, laws, from, to) })
	}
}

func runChunk(t *testing.T, title engine.Title, o Options, laws []law, from, to int) {
	var games []*played
	for k, seats := range o.Seats {
		first, end := from, to
		if !level.Full() && len(o.Seats) > 2 {
			first = kinds[k%len(kinds)] % o.Games
			end = first + 1
		}
		for i := first; i < end; i++ {
			games = append(games, playSeed(title, o, seats, i))
		}
	}
	for _, l := range laws {
		t.Run(l.name, func(t *testing.T) {
			b := &bench{reporter: t, title: title, o: o, rng: rand.New(rand.NewPCG(o.Seed, uint64(from)))}
			l.check(b, games)
		})
	}
}

// bench is where one law is tested.
type bench struct {
	reporter
	title  engine.Title
	o      Options
	rng    *rand.Rand
	faults int
}

// reporter is the part of testing.T that a law needs.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Skip(args ...any)
}

// fault reports a broken law; it stops after a few, since more would be similar.
func (b *bench) fault(where, format string, args ...any) {
	b.Helper()
	b.Errorf("%s: %s", where, fmt.Sprintf(format, args...))
	if b.faults++; b.faults == 5 {
		b.Fatal("and perhaps more")
	}
}

func (b *bench) find(name string) engine.Title {
	if name == b.title.Name() {
		return b.title
	}
	return nil
}

// each calls f for every sampled position.
func each(games []*played, f func(g *played, s sample)) {
	for _, g := range games {
		for _, s := range g.samples {
			f(g, s)
		}
	}
}
