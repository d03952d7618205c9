package templates

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
)

func newSet(t testing.TB) *Set {
	t.Helper()
	s := expect.Get(New())(t)
	return s
}

func TestSay(t *testing.T) {
	s := testSet(t)
	players := []string{"Ana", "Ben", "Cleo"}
	list := engine.Several("text", engine.Player("", 0), engine.Player("", 1), engine.Player("", 2))
	for _, c := range []struct {
		m    engine.Message
		want string
	}{
		{engine.Message{}, ""},
		{rubles(1), "1 ruble"},
		{rubles(0), "0 rubles"},
		{rubles(-3), "-3 rubles"},
		{track("t", "black", 4), "Transsib: black track now on 4"},
		{engine.Msg("rail.passed", engine.Player("seat", 1), engine.Int("n", 2)), "Ben passes and scores 2 points"},
		{engine.Msg("rail.head", engine.Player("seat", 7)), "player 8"},
		{engine.Msg("rail.head", engine.Player("seat", engine.Nobody)), "Railpost"},
		{engine.Msg("rail.own", engine.Int("workers", 1), engine.Say("rubles", rubles(2))), "In hand: 1 workers, 2 rubles"},
		{engine.Msg("rail.line", list), "Ana, Ben and Cleo"},
		{engine.Msg("rail.line", engine.Several("text", engine.Int("", 1), engine.Int("", 2))), "1 and 2"},
		{engine.Msg("rail.line", engine.Several("text")), "none"},
		{engine.Msg("rail.line", engine.Text("text", "a\r\nb\x00 \u202ec")), "a b c"},
		{engine.Msg("rail.line", engine.Text("text", "")), ""},
		{engine.Msg("rail.nowhere"), "[rail.nowhere]"},
		{engine.Msg("rail.track", engine.Int("n", 1)), "[rail.track]"},
		{engine.Msg("rail.line", engine.Term("text", "rail.nowhere")), "[rail.nowhere]"},
		{engine.Msg("letter.now", engine.Player("player", 0), engine.Text("until", "2026-11-24T19:00:00Z"), engine.Text("time", "x"), engine.Text("zone", "y")), "Now: Ana, until x (y)."},
	} {
		expect.Same(t, c.m, s.Say("en", players, madrid, c.m), c.want)
	}
}

// TestSayTime: an argument "until" with a time is shown in the zone.
func TestSayTime(t *testing.T) {
	s, err := load(fstest.MapFS{
		"en/a.toml": {Data: []byte(`"a.b" = "by {{.until}}{{if gt .n 3}}, hurry{{end}}"
"letter.time-said" = "{{.weekday}} {{.day}} {{.month}} {{.clock}}"
"letter.weekday.2" = "Tue"
"letter.month.11" = "Nov"`)},
	})
	expect.NoError(t, err)
	m := engine.Msg("a.b", engine.Text("until", "2026-11-24T19:00:00Z"), engine.Int("n", 4))
	expect.Same(t, "say", s.Say("en", nil, madrid, m), "by Tue 24 Nov 20:00, hurry")
}

// TestLanguages: another language has its own plural forms, its own sentences, and English ones where it has none.
func TestLanguages(t *testing.T) {
	s, err := load(fstest.MapFS{
		"en/a.toml": {Data: []byte("\"a.only\" = \"only here {{.x}}\"\n\"a.n\" = { one = \"{{.n}} point\", other = \"{{.n}} points\" }")},
		"pl/a.toml": {Data: []byte("\"a.n\" = { one = \"{{.n}} punkt\", few = \"{{.n}} punkty\", many = \"{{.n}} punktow\", other = \"{{.n}} punktu\" }")},
	})
	expect.NoError(t, err)
	for n, want := range map[int]string{1: "1 punkt", 3: "3 punkty", 7: "7 punktow"} {
		expect.Same(t, n, s.Say("pl", nil, time.UTC, engine.Msg("a.n", engine.Int("x", 5), engine.Int("n", n))), want)
	}
	expect.Same(t, "fallback", s.Say("pl-PL", nil, time.UTC, engine.Msg("a.only", engine.Int("x", 5))), "only here 5")
	expect.Same(t, "an argument that is missing",
		s.Say("tlh", nil, time.UTC, engine.Msg("a.n", engine.Int("x", 1))), "[a.n]")
	if s.Has("pl", "a.only") || !s.Has("pl", "a.n") || !s.Has("en", "a.only") {
		t.Error("Has counts the fallback")
	}
}

// TestDrafts: a language that lacks more than a tenth of the messages is offered only where it is named.
func TestDrafts(t *testing.T) {
	lines := strings.SplitAfter(strings.Repeat("\"a.%d\" = \"x\"\n", 10), "\n")[:10]
	for i, line := range lines {
		lines[i] = fmt.Sprintf(line, i)
	}
	s, err := load(fstest.MapFS{
		"en/a.toml": {Data: []byte(strings.Join(lines, ""))},
		"da/a.toml": {Data: []byte(strings.Join(lines[:9], ""))},
		"de/a.toml": {Data: []byte(strings.Join(lines[:8], ""))},
	})
	expect.NoError(t, err)
	named := s.Offering("de", "en")
	expect.Same(t, "offered", s.Languages(), []string{"da", "en"})
	expect.Same(t, "offered where it is named", named.Languages(), []string{"da", "de", "en"})
	expect.Same(t, "chosen", s.Language("de"), "")
	expect.Same(t, "chosen where it is named", named.Language("de"), "de")
}

func TestLoadRefuses(t *testing.T) {
	for name, files := range map[string]fs.FS{
		"twice":      fstest.MapFS{"en/a.toml": {Data: []byte(`"a.b" = "x"`)}, "en/b.toml": {Data: []byte(`"a.b" = "y"`)}},
		"empty":      fstest.MapFS{"en/a.toml": {Data: []byte(`"a.b" = ""`)}},
		"no other":   fstest.MapFS{"en/a.toml": {Data: []byte(`"a.b" = { one = "x" }`)}},
		"template":   fstest.MapFS{"en/a.toml": {Data: []byte(`"a.b" = "{{if}}"`)}},
		"no TOML":    fstest.MapFS{"en/a.toml": {Data: []byte(`a.b: x`)}},
		"no list":    fstest.MapFS{"en/a.toml": {Data: []byte(`"a.b" = "x"`)}, "en/words.toml": {Data: []byte(`greetigns = ["hi"]`)}},
		"no English": fstest.MapFS{"es/a.toml": {Data: []byte(`"a.b" = "x"`)}},
	} {
		expect.Fails(t, name, expect.Err(load(files)), "")
	}
}
