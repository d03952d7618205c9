package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/web"
)

// turnsOnPages is how many moves are made before the pages of a title are looked at.
const turnsOnPages = 6

// pagesOf is a service with a game of a title, and its pages below a base path: their handler,
// and their paths by name. The step is the last one.
func pagesOf(t *testing.T, title string) (h http.Handler, paths map[string]string, step int) {
	t.Helper()
	b, err := pbemtest.New(titles.Find, func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example.org/"+title
	})
	must(t, err)
	names := []string{"Ana", "Ben", "Cleo"}
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("browser"), StartNow: true}
	for _, n := range names {
		p.Players = append(p.Players, pbemtest.From(n))
	}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	var g admin.Shown
	for range turnsOnPages {
		must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		l, _ := b.Latest(names[g.Waiting[0].Seat])
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		must(t, b.Answer(names[g.Waiting[0].Seat], mailtest.Bare, answer...))
	}
	must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	head, err := b.Store.Head(t.Context(), "winter")
	must(t, err)
	doc, err := table.Read(head.Doc)
	must(t, err)
	var list admin.Link
	must(t, b.Handle("web.link", admin.WebLink{}, &list))
	own := "/" + title + "/s/winter/" + doc.Tokens().Link(doc.Waiting[0].Seat) + "/"
	paths = map[string]string{
		"everybody": "/" + title + "/g/winter/", "own": own, "log": own + "log", "charts": own + "charts", "order": own + "order", "then": own + "position/3",
		"rules": "/" + title + "/rules/" + title, "tables": strings.TrimPrefix(list.URL, "https://games.example.org"),
	}
	return pagesHandler(b), paths, int(g.Step)
}

// pagesHandler serves the pages of a service.
func pagesHandler(b *pbemtest.Service) http.Handler {
	return web.New(web.Options{Config: b.Config(), Store: b.Store, Titles: titles.Find, Templates: b.Options().Templates, Now: b.Options().Now}).Handler()
}

// axe returns the source of axe-core, which checks that a page can be used by everybody; npm ci
// --prefix pbem/lab/browser installs it.
func axe(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("node_modules", "axe-core", "axe.min.js"))
	must(t, err)
	return string(b)
}

// screens are the screens of the test.
var screens = []struct {
	width  int64
	scheme string
}{{360, "light"}, {360, "dark"}, {900, "light"}, {900, "dark"}}

// TestPages: no page of any title scrolls sideways, on a phone or a desktop, in light or dark; none complains
// or asks another host for anything, and axe-core finds nothing serious. A place of the board shows its
// content, and the slider moves through the positions.
func TestPages(t *testing.T) {
	run, checker := chromium(t), axe(t)
	mux := http.NewServeMux()
	paths, steps := map[string]map[string]string{}, map[string]int{}
	for _, title := range titles.All() {
		h, of, step := pagesOf(t, title.Name())
		mux.Handle("/"+title.Name()+"/", h)
		paths[title.Name()], steps[title.Name()] = of, step
	}
	server := httptest.NewServer(mux)
	defer server.Close()
	heard := complaints{host: server.URL}
	ctx, end := chromedp.NewContext(run, chromedp.WithListener(heard.hear))
	defer end()
	for title, of := range paths {
		for name, page := range of {
			for _, as := range screens {
				// Titles differ in the board and the sheets.
				if title != "18mag" && (name != "own" && name != "everybody" || as.width == 360 == (as.scheme == "dark")) {
					continue
				}
				at := fmt.Sprintf("%s-%s-%d-%s", title, name, as.width, as.scheme)
				seen, picture := look(t, ctx, server.URL+page, as.width, as.scheme)
				if seen.Scroll > seen.Inner {
					t.Errorf("%s: %d px wide: %s", at, seen.Scroll, seen.Widest)
				}
				if seen.Links > 0 {
					t.Errorf("%s: %d links open a mail", at, seen.Links)
				}
				keep(t, at, picture)
				accessible(t, ctx, at, checker)
			}
		}
		slides(t, ctx, server.URL+of["everybody"], steps[title])
	}
	taps(t, ctx, server.URL+paths["18mag"]["own"])
	if heard.asked.Load() == 0 {
		t.Error("no request was heard of")
	}
	for _, c := range heard.all() {
		t.Error(c)
	}
}

// keep writes a picture to the folder that RAILPOST_PICTURES names, if it does.
func keep(t *testing.T, name string, picture []byte) {
	t.Helper()
	level.Keep(t, "RAILPOST_PICTURES", name+".png", picture)
}

// accessible fails for serious findings of axe-core, or worse.
func accessible(t *testing.T, ctx context.Context, at, checker string) {
	t.Helper()
	const run = `axe.run({exclude: ['.board svg > *']}, {resultTypes: ['violations']}).then(r => JSON.stringify(r.violations
		.filter(v => v.impact === 'serious' || v.impact === 'critical')
		.map(v => v.id + ': ' + v.help + ': ' + v.nodes.slice(0, 2).map(n => n.html.slice(0, 200)).join(' and '))))`
	_, err := chromedp.Run(ctx, chromedp.Evaluate[any](checker+"; 0"))
	must(t, err)
	raw, err := chromedp.Run(ctx, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
	must(t, err)
	var found []string
	must(t, json.Unmarshal([]byte(raw), &found))
	for _, f := range found {
		t.Errorf("%s: %s", at, f)
	}
}

// slides moves the slider to the first position and back to the last.
func slides(t *testing.T, ctx context.Context, address string, last int) {
	t.Helper()
	must(t, chromedp.Do(ctx, chromedp.Navigate(address)))
	const at = `document.getElementById('slide').textContent`
	first, err := chromedp.Run(ctx, chromedp.Evaluate[string](at))
	must(t, err)
	before, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector('#position article').textContent`))
	must(t, err)
	for _, step := range []int{1, 2, last} {
		moved := fmt.Sprintf(`new Promise((done, failed) => {
			const slider = document.getElementById('slider');
			slider.value = %d;
			slider.dispatchEvent(new Event('input'));
			const until = Date.now() + 180000;
			(function look() {
				if (document.getElementById('position').dataset.step === '%d' && document.getElementById('slide').textContent.includes(' %d ')) return done(%s);
				if (Date.now() > until) return failed(new Error('it shows ' + %s));
				setTimeout(look, 20);
			})();
		})`, step, step, step, at, at)
		if _, err := chromedp.Run(ctx, chromedp.Evaluate[string](moved, chromedp.EvalAwaitPromise)); err != nil {
			t.Fatalf("%s: sliding to step %d: %v", address, step, err)
		}
		now, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.querySelector('#position article').textContent`))
		must(t, err)
		if (now == before) != (step == last) {
			t.Errorf("%s: step %d shows the present one: %v", address, step, now == before)
		}
	}
	if again, err := chromedp.Run(ctx, chromedp.Evaluate[string](at)); err != nil || again != first {
		t.Errorf("%s: back at the end it shows %q, before %q (%v)", address, again, first, err)
	}
}

// taps taps a place of the board.
func taps(t *testing.T, ctx context.Context, address string) {
	t.Helper()
	must(t, chromedp.Do(ctx, chromedp.EmulateViewport(360, 740), chromedp.Navigate(address)))
	const tap = `(() => {
		const hex = document.querySelector('.hex[data-hex="E14"]');
		hex.dispatchEvent(new MouseEvent('click', {bubbles: true}));
		return document.getElementById('told').textContent;
	})()`
	told, err := chromedp.Run(ctx, chromedp.Evaluate[string](tap))
	must(t, err)
	if want := "E14 Szolnok"; !strings.HasPrefix(told, want) {
		t.Errorf("a tap on E14 tells %q", told)
	}
}

// TestPagesWithoutScript: without script each position is a link away, and the slider, which would do nothing,
// is hidden.
func TestPagesWithoutScript(t *testing.T) {
	run := chromium(t)
	h, paths, _ := pagesOf(t, "18mag")
	server := httptest.NewServer(h)
	defer server.Close()
	ctx, end := chromedp.NewContext(run)
	defer end()
	_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	must(t, err)
	must(t, chromedp.Do(ctx, chromedp.Navigate(server.URL+paths["own"]), chromedp.Click(`a[href$="position/1"]`), chromedp.WaitVisible(`#position[data-step="1"]`),
		chromedp.Click(`a[href$="position/2"]`), chromedp.WaitVisible(`#position[data-step="2"]`), chromedp.WaitNotVisible(`#slider`)))
}
