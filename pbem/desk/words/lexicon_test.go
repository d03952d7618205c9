package words

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/extract"
)

// lines of a file of the corpus, without notes.
func corpus(t *testing.T, name string) []string {
	t.Helper()
	b := expect.Get(os.ReadFile("../../mail/extract/testdata/" + name))(t)
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(b)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") })
}

// scenes visits positions of a game on its way, with a seat that is asked. The game of each title
// is played once a process.
func scenes(t *testing.T, title engine.Title, lang string, visit func(g *engine.Game, seat engine.Seat, v *Vocabulary)) {
	t.Helper()
	var players []table.Player
	for _, n := range names {
		players = append(players, table.Player{Name: n})
	}
	if played[title.Name()] == nil {
		played[title.Name()] = onTheWay(t, title)
	}
	for _, g := range played[title.Name()] {
		seat := g.Waiting()[0]
		visit(g, seat, New(texts(t), lang, seat, g).WithPlayers(players))
	}
}

var (
	names  = []string{"Ana", "Ben", "Carla", "Dan"}
	played = map[string][]*engine.Game{}
)

// onTheWay plays a title at random and returns some of the positions.
func onTheWay(t testing.TB, title engine.Title) (list []*engine.Game) {
	t.Helper()
	g, _ := expect.Get2(engine.Begin("x", title, engine.Setup{Seats: len(names)}, names, engine.Seed("slips")))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for step := range 61 {
		waiting := g.Waiting()
		if len(waiting) == 0 {
			break
		}
		if step%20 == 0 || step == 5 {
			list = append(list, g)
		}
		out, err := g.Play(waiting[0], []string{advise.RandomLine(rng, g.Title, g.Pos, waiting[0])}, engine.Mode{})
		expect.NoError(t, err)
		g = out.Game
	}
	return list
}

// TestTalkStaysTalk: sentences and signatures above and below an order are neither played nor refused, in any
// title, and a preview of the mail agrees.
func TestTalkStaysTalk(t *testing.T) {
	talk := corpus(t, "talk.txt")
	expect.True(t, len(talk) >= 60, "%d sentences", len(talk))
	for _, title := range titles.All() {
		scenes(t, title, "", func(g *engine.Game, seat engine.Seat, v *Vocabulary) {
			for _, line := range talk {
				for _, typed := range [][]string{{line, "pass"}, {"pass", line}, {"preview", line, "pass"}} {
					s := extract.Sort(typed, v, true)
					if len(s.Unread) > 0 || len(s.Talk) != 1 || s.Talk[0].Text != extract.Fold(line) {
						t.Errorf("%s at step %d: %q is not left alone: %+v", title.Name(), g.Seq, typed, s)
					}
				}
			}
		})
	}
}

// TestTalkOfLanguages is TestTalkStaysTalk for Spanish and Catalan players' words around their orders.
func TestTalkOfLanguages(t *testing.T) {
	for _, lang := range []string{"es", "ca"} {
		talk := corpus(t, "talk-"+lang+".txt")
		for _, title := range titles.All() {
			scenes(t, title, lang, func(g *engine.Game, seat engine.Seat, v *Vocabulary) {
				for _, line := range talk {
					for _, typed := range [][]string{{line, "pass"}, {"pass", line}} {
						s := extract.Sort(typed, v, true)
						if len(s.Unread) > 0 || len(s.Talk) != 1 || s.Talk[0].Text != extract.Fold(line) {
							t.Errorf("%s, %s at step %d: %q is not left alone: %+v", lang, title.Name(), g.Seq, typed, s)
						}
					}
				}
			})
		}
	}
}

// TestSlipsAreAsked: no line that was meant as an order is dropped while others of
// its mail are played.
func TestSlipsAreAsked(t *testing.T) {
	for _, entry := range corpus(t, "slips.txt") {
		name, line, ok := strings.Cut(entry, ": ")
		title := titles.Find(name)
		if !ok || title == nil {
			t.Fatalf("%q names no title", entry)
		}
		scenes(t, title, "", func(g *engine.Game, seat engine.Seat, v *Vocabulary) {
			for _, typed := range [][]string{{line, "pass"}, {"pass", line}, {"preview", line, "pass"}, {"preview", "pass", line}} {
				if s := extract.Sort(typed, v, true); len(s.Talk) > 0 {
					t.Errorf("%s at step %d: %q is dropped as talk", name, g.Seq, typed)
				}
			}
		})
	}
}

// TestPreviewJudgesAlike: of every mail of the conversations the lines are sorted
// alike with and without "preview" above them.
func TestPreviewJudgesAlike(t *testing.T) {
	mails := map[string][][]string{}
	files, err := filepath.Glob("../../lab/conversation/testdata/script/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		a := expect.Get(txtar.ParseFile(f))(t)
		title, typed := typedIn(a)
		mails[title] = append(mails[title], typed...)
	}
	n := 0
	for _, title := range titles.All() {
		scenes(t, title, "", func(g *engine.Game, seat engine.Seat, v *Vocabulary) {
			for _, typed := range append(mails[title.Name()], mails["toy"]...) {
				n++
				plain, under := extract.Sort(typed, v, true), extract.Sort(append([]string{"preview"}, typed...), v, true)
				under.Orders = under.Orders[1:]
				for _, list := range [][]extract.Unread{under.Talk, under.Unread} {
					for i := range list {
						list[i].N--
					}
				}
				for i := range under.Orders {
					under.Orders[i].N--
				}
				if !slices.Equal(plain.Orders, under.Orders) || !slices.Equal(plain.Talk, under.Talk) || !slices.Equal(plain.Unread, under.Unread) {
					t.Errorf("%s at step %d: %q\nplain:   %+v\npreview: %+v", title.Name(), g.Seq, typed, plain, under)
				}
			}
		})
	}
	expect.True(t, n >= 2000, "%d mails were judged", n)
}

// typedIn lists the typed lines in the mails of a conversation, and its title.
func typedIn(a *txtar.Archive) (title string, mails [][]string) {
	title = "toy"
	for _, line := range strings.Split(string(a.Comment), "\n") {
		var words []string
		for i, part := range strings.Split(line, "'") {
			if i%2 == 1 {
				words = append(words, part)
			} else {
				words = append(words, strings.Fields(part)...)
			}
		}
		switch {
		case len(words) > 2 && (words[0] == "begin" || words[0] == "invite"):
			title = words[1]
		case len(words) > 2 && words[0] == "mail":
			mails = append(mails, words[2:])
		case len(words) > 3 && words[0] == "old":
			mails = append(mails, words[3:])
		}
	}
	for _, f := range a.Files {
		if strings.Contains(f.Name, "-writes-") {
			mails = append(mails, strings.Split(strings.TrimSpace(string(f.Data)), "\n"))
		}
	}
	return title, mails
}
