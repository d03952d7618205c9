package words

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/pbem/mail/extract"
)

// FuzzOrders: a line in any language, at some positions of any title, is refused at a place in it and changes nothing,
// or its canonical spelling means the same.
func FuzzOrders(f *testing.F) {
	langs, all := []string{"en", "es", "ca"}, titles.All()
	for i, title := range all {
		for lang := range langs {
			for _, order := range titles.Orders(title.Name()) {
				f.Add(byte(i), byte(lang), byte(0), order.Form)
			}
			for _, line := range []string{"", "pass", "paso", "1", "?", ">", "place (( : > ,", "no sé qué hacer", "lay 57 D5 D3-D7+C4", "vende cubos rojos, dos"} {
				f.Add(byte(i), byte(lang), byte(3), line)
			}
		}
	}
	known := map[string]*Vocabulary{}
	f.Fuzz(func(t *testing.T, title, lang, scene byte, line string) {
		if len(line) > extract.LineMost {
			t.Skip("longer lines are cut")
		}
		name, language := all[int(title)%len(all)], langs[int(lang)%len(langs)]
		if played[name.Name()] == nil {
			played[name.Name()] = onTheWay(t, name)
		}
		g := played[name.Name()][int(scene)%len(played[name.Name()])]
		seat := g.Waiting()[0]
		key := name.Name() + language + string(g.Digest())
		if known[key] == nil {
			known[key] = New(texts(t), language, seat, g)
		}
		v := known[key]
		for _, o := range v.Plain(extract.Sort([]string{line}, v, true).Orders) {
			v.Doubtful(o.Text)
			tryOrder(t, g, seat, o.Text)
		}
	})
}

func tryOrder(t *testing.T, g *engine.Game, seat engine.Seat, line string) {
	before := g.Digest()
	r, err := g.Try(seat, line, false)
	expect.Must(t, line+" leaves the position", g.Digest(), before)
	if err != nil {
		no, ok := engine.AsRefusal(err)
		if n := utf8.RuneCountInString(line); !ok || !strings.ContainsAny(line, "\r\n") && (no.Column < 0 || no.Column+no.Length > n+1) {
			t.Fatalf("%q: %v", line, err)
		}
		return
	}
	again, err := g.Try(seat, r.Line, false)
	if err != nil || again.Line != r.Line || !slices.Equal(engine.Encode(again.Pos), engine.Encode(r.Pos)) {
		t.Fatalf("%q is spelt %q, which means something else: %v", line, r.Line, err)
	}
}
