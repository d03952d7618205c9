package tell_test

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestSecrets: in two games that differ only in facts hidden from Ana, all of her letters are byte-equal except
// the log hash, her token and the commitment: including previews, refusals and pictures. The same holds for her
// pages, and those for everybody.
func TestSecrets(t *testing.T) {
	level.Sequential(t)
	pairs := twins(t, level.Of(1, 6, 60))
	seed := level.Seed(t, 0)
	for _, pair := range pairs {
		rng := rand.New(rand.NewPCG(seed+uint64(len(pair[0])), 9))
		script := anasScript(rng)
		first, shown := playTwin(t, pair[0], script)
		second, other := playTwin(t, pair[1], script)
		for i := range shown {
			expect.Must(t, pair, shown[i], other[i])
		}
		if len(first) != len(second) || len(first) < 20 {
			t.Fatalf("seeds %v: %d and %d letters", pair, len(first), len(second))
		}
		if n := pictured(t, first); n < 5 {
			t.Errorf("seeds %v: %d letters of Ana have pictures", pair, n)
		}
		for i := range first {
			a, b := pbemtest.Alike(first[i]), pbemtest.Alike(second[i])
			expect.Must(t, []any{pair, i, first[i].Text, second[i].Text}, a, b)
		}
	}
}

// pictured counts letters with pictures.
func pictured(t *testing.T, letters []pbemtest.Letter) (n int) {
	t.Helper()
	for _, l := range letters {
		list := expect.Get(mailtest.Pictures(l))(t)
		n += min(len(list), 1)
	}
	return n
}

// TestPicturesDiffer: a picture shows each player their own cards, so that the law above has
// something to look at.
func TestPicturesDiffer(t *testing.T) {
	b := opened(t, "twin 0")
	seen := map[string]string{}
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		l, _ := b.Latest(name)
		list := expect.Get(mailtest.Pictures(l))(t)
		if len(list) != 1 || seen[list[0].ID] != "" {
			t.Fatalf("%s has %d pictures, as has %q", name, len(list), seen[list[0].ID])
		}
		seen[list[0].ID] = name
	}
}

// twins are pairs of seeds that deal Ana the same card and others different ones.
func twins(t *testing.T, n int) [][2]string {
	t.Helper()
	hands := map[string]string{} // Ana's card -> a seed
	var out [][2]string
	for i := 0; len(out) < n; i++ {
		seed := "twin " + strconv.Itoa(i)
		b := opened(t, seed)
		l, _ := b.Latest("Ana")
		hand := regexp.MustCompile(`1 card: (card-\d+)`).FindString(l.Text)
		if other := hands[hand]; other != "" {
			out = append(out, [2]string{other, seed})
			delete(hands, hand)
			continue
		}
		hands[hand] = seed
	}
	return out
}

func opened(t *testing.T, seed string) *pbemtest.Service {
	t.Helper()
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Mail.Out.Pictures = true }))(t)
	b.Begin(t, admin.CreateGame{Seed: []byte(seed), Players: pbemtest.FromAll("Ana", "Ben", "Cleo")})
	return b
}

// act is a mail of one player. Ana plays nothing whose outcome is hidden from her.
type act struct {
	who   string
	lines []string
	move  bool // it is to be played
}

func anasScript(rng *rand.Rand) []act {
	asks := [][]string{
		{"preview", "work deck"}, {"preview", "work dice", "sell red"}, {"preview", "sell red", "work deck", "pass"},
		{"work deck", "set zone Nowhere", "nonsense between", "pass"}, {"play card-99", "work deck"}, {"work mine-7"},
		{"status"}, {"moves"}, {"moves work"}, {"log"}, {"help"}, {"resend"}, {"wrok deck"}, {"40"}, {"say hello"},
	}
	var out []act
	ask := func() {
		for range 3 {
			out = append(out, act{who: "Ana", lines: asks[rng.IntN(len(asks))]})
		}
	}
	for _, move := range []act{
		{"Ana", []string{"sell red"}, true}, {"Ben", []string{"work deck"}, true}, {"Cleo", []string{"work mine-1"}, true},
		{"Ana", []string{"work mine-2"}, true}, {"Ben", []string{"sell red"}, true}, {"Cleo", []string{"sell red"}, true},
		{"Ana", []string{"work yard: put red, skip"}, true}, {"Ben", []string{"work deck"}, true}, {"Cleo", []string{"pass"}, true},
		{"Ana", []string{"pass"}, true}, {"Ben", []string{"pass"}, true}, {"Ben", []string{"keep OWN"}, true},
	} {
		ask()
		out = append(out, move)
	}
	ask()
	return out
}

func playTwin(t *testing.T, seed string, script []act) (letters []pbemtest.Letter, pages []string) {
	t.Helper()
	b := opened(t, seed)
	playOn(t, b, script, func() { pages = append(pages, pagesOf(t, b, "Ana")...) })
	return b.Boxes[pbemtest.Address("Ana")], pages
}

// playOn plays a script. It calls moved after each move.
func playOn(t *testing.T, b *pbemtest.Service, script []act, moved func()) {
	t.Helper()
	for _, a := range script {
		lines := slices.Clone(a.lines)
		for i := range lines {
			l, _ := b.Latest(a.who)
			lines[i] = strings.ReplaceAll(lines[i], "OWN", regexp.MustCompile(`card-\d+`).FindString(l.Text))
		}
		expect.NoError(t, b.Answer(a.who, mailtest.Gmail, lines...))
		if a.move && b.Verdict != "played" {
			l, _ := b.Latest(a.who)
			t.Fatalf("%s: %q: %s\n%s", a.who, lines, b.Verdict, l.Text)
		}
		if a.move {
			moved()
		}
	}
}

// TestNoOracle: a mail that is refused as a whole has shown nothing.
func TestNoOracle(t *testing.T) {
	b := opened(t, "oracle")
	expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "work deck", "set zone Nowhere"))
	l, _ := b.Latest("Ana")
	shown := strings.Contains(l.Text, "the card is")
	if played := b.Verdict == "played"; shown != played {
		t.Errorf("verdict %s, and the letter says\n%s", b.Verdict, l.Text)
	}
}

// TestHooksTellNothingHidden: for two games that differ only in facts hidden from Ana, the hooks of the table
// and of Ana post the same, at the same times; and hers has no events.
func TestHooksTellNothingHidden(t *testing.T) {
	script := level.Seed(t, 3)
	for _, pair := range twins(t, level.Of(1, 6, 60)) {
		var told [2][]string
		for i, seed := range pair {
			b := opened(t, seed)
			b.Config().Hooks.Hosts = []string{"chat.example"}
			expect.NoError(t, b.Handle("hook.add", admin.AddHook{Game: "winter",
				URL: "https://chat.example/table"}, nil))
			expect.NoError(t, b.Answer("Ana", mailtest.Gmail, "set hook https://chat.example/ana"))
			playOn(t, b, anasScript(rand.New(rand.NewPCG(script, 9))), func() {})
			list := expect.Get(b.Posted())(t)
			for _, d := range list {
				d.Event.Title, d.Event.Game = "", ""
				text := expect.Get(json.Marshal(d.Event))(t)
				told[i] = append(told[i], d.Hook.URL+" "+pbemtest.Secret.ReplaceAllString(string(text), "*"))
				if strings.Contains(d.Hook.URL, "ana") && regexp.MustCompile(`card|deck|mine|Ben|Cleo`).Match(text) {
					t.Errorf("Ana's hook: %s", text)
				}
			}
		}
		if len(told[0]) < 12 || !slices.Equal(told[0], told[1]) {
			t.Errorf("seeds %v:\n%s\n----\n%s", pair, strings.Join(told[0], "\n"), strings.Join(told[1], "\n"))
		}
	}
}
