package orders_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/export"
	"railpost/store"
)

// natural is a line as players write it, with its result.
type natural struct {
	at   string // "title seats record"
	line string
	want string // the order; "" if the line must not be played
}

var naturalLine = regexp.MustCompile(`^(.*?) (?:= (.*)|-)$`)

func readNatural(t *testing.T, file string) (list []natural) {
	t.Helper()
	raw := expect.Get(os.ReadFile(file))(t)
	at := ""
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		switch m := naturalLine.FindStringSubmatch(line); {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "@ "):
			at = line[2:]
		case m == nil:
			t.Fatalf("%s: %q", file, line)
		default:
			list = append(list, natural{at, m[1], m[2]})
		}
	}
	return list
}

// keptDirs has the kept games of a title, and the seed of all of them.
var keptDirs = map[string][2]string{
	"russian": {"russian/testdata/games/russian.v1", "a seed of thirty-two bytes length"},
	"tycoon":  {"tycoon/testdata/games/tycoon.v1", keptSeed},
	"18cz":    {"g18cz/testdata/games/18cz.v2", keptSeed},
	"18mag":   {"g18mag/testdata/games/18mag.v2", keptSeed},
}

const keptSeed = "a seed for the games kept, 32 b."

// midGame is a service with a kept game at some record, and the seat that must act.
type midGame struct {
	at     string
	seq    int // records when it was taken over
	b      *pbemtest.Service
	game   string
	player string
	letter pbemtest.Letter

	answers int
}

func (k *midGame) records(t *testing.T) []*engine.Record {
	t.Helper()
	log := expect.Get(k.b.Store.Load(t.Context(), k.game, 0, true))(t)
	var out []*engine.Record
	for _, r := range log.Records {
		rec := expect.Get(engine.ReadRecord(r.Payload))(t)
		out = append(out, rec)
	}
	return out
}

// midGames are the services at which midway has arrived, by position and language.
var midGames = map[[2]string]*midGame{}

// midway returns a service with a kept game up to a record.
func midway(t *testing.T, at, lang string) *midGame {
	t.Helper()
	first := midGames[[2]string{at, lang}]
	if first == nil {
		first = imported(t, at, lang)
		midGames[[2]string{at, lang}] = first
	}
	k := *first
	k.b = expect.Get(first.b.Copy())(t)
	return &k
}

// imported imports a kept game up to a record.
func imported(t *testing.T, at, lang string) *midGame {
	t.Helper()
	f := strings.Fields(at)
	seats := expect.Get(strconv.Atoi(f[1]))(t)
	until := expect.Get(strconv.Atoi(f[2]))(t)
	dir := keptDirs[f[0]]
	records := enginetest.FinishedGames{Title: titles.Find(f[0]), Dir: filepath.Join("../../../engine/games", dir[0])}.Read(t, seats)[:until]
	var rows []store.Record
	for _, r := range records {
		expect.NoError(t, r.Seal(rand.NewChaCha8([32]byte{})))
		raw := expect.Get(r.Bytes())(t)
		beside := expect.Get(r.TextBytes())(t)
		rows = append(rows, store.Record{Seq: r.Seq, Payload: raw, Texts: beside})
	}
	chain := engine.Hash{}
	for i := range rows {
		chain = engine.Chain(chain, rows[i].Payload)
		rows[i].Hash = store.Hash(chain)
	}
	var file bytes.Buffer
	expect.NoError(t, export.Write(&file, rows, export.Secret{Seed: engine.Seed(dir[1])}))
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	in := admin.ImportGame{File: file.String(), Addresses: map[string]string{}}
	in.Title, in.Game = f[0], records[0].Begin.Game
	for _, name := range records[0].Begin.Players {
		in.Addresses[name] = pbemtest.Address(name)
	}
	in.Language = lang
	expect.NoError(t, b.Handle("game.import", in, nil))
	expect.NoError(t, b.Post())
	var row []admin.GameRow
	expect.NoError(t, b.Handle("game.list", admin.None{}, &row))
	k := &midGame{at: at, b: b, game: in.Game, player: row[0].Waiting[0].Name}
	k.letter, _ = b.Latest(k.player)
	k.seq = len(k.records(t))
	return k
}

// TestNaturalOrders: of lines as players write them, unmistakable ones are played or at least offered, and no
// others are played. A preview tells what the message itself would do: sent by "confirm" or "play".
func TestNaturalOrders(t *testing.T) {
	level.Sequential(t)
	for _, lang := range languages(t) {
		for _, list := range []string{"", "heard-", "never-", "own-"} {
			if lang == "en" && (list == "heard-" || list == "own-") {
				continue
			}
			t.Run(list+lang, func(t *testing.T) {
				testNatural(t, some(t, readNatural(t, "testdata/natural/"+list+lang+".txt")), lang)
			})
		}
	}
}

// languages are those of letters; below the full level one that the seed chooses.
func languages(t *testing.T) []string {
	t.Helper()
	all := []string{"en", "es", "ca"}
	if i := level.Seed(t, 0) % uint64(len(all)); !level.Full() {
		return all[i : i+1]
	}
	return all
}

// some returns a third of a list, which the seed chooses; at the full level all of it.
func some(t *testing.T, list []natural) (out []natural) {
	t.Helper()
	if level.Full() {
		return list
	}
	for i := int(level.Seed(t, 0) % 3); i < len(list); i += 3 {
		out = append(out, list[i])
	}
	return out
}

// leastRead is the part of people's lines that must be understood; an offered order counts half.
const leastRead = 0.85

func testNatural(t *testing.T, list []natural, lang string) {
	games := map[bool]*midGame{} // with previews, and with messages
	orders, played, offered, misread := 0, 0, 0, 0
	for i, n := range list {
		var first *outcome
		for _, preview := range []bool{false, true} {
			if preview != (i%2 > 0) && !level.Of(false, false, true) {
				continue
			}
			k := games[preview]
			if k == nil || n.at != k.at || k.answers == 8 { // replies are limited
				k = midway(t, n.at, lang)
				games[preview] = k
			}
			got := k.reads(t, n.line, preview)
			if got.order != "" {
				delete(games, preview)
			}
			if first != nil {
				expect.Same(t, []any{n.at, n.line, got.letter}, got.order, first.order)
				expect.Same(t, []any{n.at, n.line, got.letter}, got.offered, first.offered)
				continue
			}
			first = got
			switch {
			case n.want == "" && got.offered:
				t.Logf("%s, %q: %q is offered, want nothing", n.at, n.line, got.order)
				continue
			case got.order != n.want && got.order != "":
				misread++
				t.Errorf("%s, %q: %q is played, want %q\n%s", n.at, n.line, got.order, n.want, got.letter)
			case n.want == "":
				continue
			case got.order == "":
				t.Logf("%s, %q is not read", n.at, n.line)
			case got.offered:
				t.Logf("%s, %q is offered", n.at, n.line)
				offered++
			default:
				played++
			}
			orders++
		}
	}
	t.Logf("of %d orders %d are played, %d offered, %d missed; %d are misread; %d lines are none", orders, played, offered, orders-played-offered-misread, misread, len(list)-orders)
	expect.True(t, float64(played)+float64(offered)/2 >= leastRead*float64(orders),
		"too few of %d orders are read: %d and %d", orders, played, offered)
}

// outcome is the result of a message.
type outcome struct {
	order   string // the order played in the end
	offered bool   // it was only offered
	letter  string // the answer
}

var (
	offersPlay = regexp.MustCompile("`(?:play|juega|juga)`")
	offersCode = regexp.MustCompile("`confirma?\\s+([2-9A-Z]{3})`")
)

// reads sends a line, or its preview, and then the offer in the reply.
func (k *midGame) reads(t *testing.T, line string, preview bool) *outcome {
	t.Helper()
	k.answers++
	lines := []string{line}
	if preview {
		lines = []string{"preview", line}
	}
	box := len(k.b.Boxes[pbemtest.Address(k.player)])
	expect.NoError(t, k.b.AnswerLetter(k.player, k.letter, mailtest.Gmail, lines...))
	out := &outcome{order: k.played(t)}
	if l := k.b.Boxes[pbemtest.Address(k.player)][box:]; len(l) > 0 {
		out.letter = l[0].Text
	}
	expect.True(t, !preview || out.order == "", "%s, %q: a preview plays %q", k.at, line, out.order)
	if code := offersCode.FindStringSubmatch(out.letter); preview && code != nil && !strings.Contains(line, "?") {
		expect.NoError(t, k.b.Answer(k.player, mailtest.Gmail, "confirm "+code[1]))
		out.order = k.played(t)
	} else if out.order == "" && offersPlay.MatchString(out.letter) {
		out.offered = true
		expect.NoError(t, k.b.Answer(k.player, mailtest.Gmail, "play"))
		out.order = k.played(t)
	}
	return out
}

// played returns the first order that was played since the game was taken over; "" if none was.
func (k *midGame) played(t *testing.T) string {
	t.Helper()
	records := k.records(t)[k.seq:]
	if i := slices.IndexFunc(records, func(r *engine.Record) bool { return r.Kind == engine.Ordered }); i >= 0 {
		return records[i].Line
	}
	return ""
}
