// Package browser opens the HTML part of letters in Chromium, as phones and desktops show it.
package browser

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

// chromium starts Chromium, of Debian's package, until the test ends.
func chromium(t *testing.T) context.Context {
	t.Helper()
	run, stop := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(level.Program(t, "chromium")), chromedp.Headless, chromedp.NoSandbox,
		chromedp.Env("TMPDIR=/tmp")) // a socket's path is at most 107 bytes
	t.Cleanup(stop)
	return run
}

// moves is the number of letters of each title that are opened, with their replies.
const moves = 3

// TestLetters: no letter scrolls sideways, on a phone or a desktop, in light or dark; none complains or asks
// another host for anything; each choice is a link, wide and high enough for a finger; and each picture loads,
// wide enough to be read. RAILPOST_PICTURES=DIR keeps screenshots.
func TestLetters(t *testing.T) {
	run := chromium(t)
	pages, files := letters(t)
	var names []string
	for name := range pages {
		names = append(names, name)
	}
	slices.Sort(names)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[strings.TrimPrefix(r.URL.Path, "/")]
		if picture, is := files[strings.TrimPrefix(r.URL.Path, "/cid/")]; is {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write(picture) // the browser then lacks it
			return
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, strings.ReplaceAll(page, `src="cid:`, `src="/cid/`)) // as mail programs do
	}))
	defer server.Close()

	heard := complaints{host: server.URL}
	ctx, end := chromedp.NewContext(run, chromedp.WithListener(heard.hear))
	defer end()
	for _, width := range []int64{360, 900} {
		for _, scheme := range []string{"light", "dark"} {
			for _, name := range names {
				seen, picture := look(t, ctx, server.URL+"/"+name, width, scheme)
				if seen.Scroll > seen.Inner {
					t.Errorf("%s at %d px: %d px wide: %s", name, width, seen.Scroll, seen.Widest)
				}
				if want := int64(strings.Count(pages[name], `<a href="mailto:`)); seen.Links != want || strings.HasPrefix(name, "turn") && want == 0 {
					t.Errorf("%s has %d links, want %d", name, seen.Links, want)
				}
				listed := strings.HasSuffix(name, "-spoken") // its choices are items of a list, no blocks
				if width == 360 && (seen.Lowest < 30 || strings.HasPrefix(name, "turn") && !listed && seen.Lowest == 10000) {
					t.Errorf("%s: a choice is %d px high", name, seen.Lowest)
				}
				if want := int64(strings.Count(pages[name], "<img ")); seen.Pictures != want || want > 0 && (seen.Narrowest < seen.NarrowestShown || seen.NarrowestShown < 300) {
					t.Errorf("%s at %d px has %d pictures that load, want %d; the narrowest has %d pixels on %d", name, width, seen.Pictures, want, seen.Narrowest, seen.NarrowestShown)
				}
				keep(t, fmt.Sprintf("%s-%d-%s", name, width, scheme), picture)
			}
		}
	}
	if heard.asked.Load() == 0 {
		t.Error("no request was heard of")
	}
	for _, c := range heard.all() {
		t.Error(c)
	}
}

// sight is a page's measurements of itself.
type sight struct {
	Inner, Scroll, Links, Lowest int64 // Lowest of the choices, which are blocks; links within prose are as high as it
	Widest                       string

	Pictures, Narrowest, NarrowestShown int64 // loaded ones; pixels, and shown width
}

const measure = `(() => {
	const page = document.documentElement, links = [...document.querySelectorAll('a[href^="mailto:"]')];
	const wide = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5).pop();
	const images = [...document.images].filter(i => i.complete && i.naturalWidth > 0 && i.alt);
	const boards = images.filter(i => !i.closest('td[width="40"]')); // the tile of a choice is small
	return {Pictures: images.length, Narrowest: Math.min(10000, ...boards.map(i => i.naturalWidth)),
		NarrowestShown: Math.round(Math.min(10000, ...boards.map(i => i.getBoundingClientRect().width))),
		Inner: innerWidth, Scroll: page.scrollWidth, Links: links.length,
		Lowest: Math.floor(Math.min(10000, ...links.filter(a => getComputedStyle(a).display == 'block').map(a => a.parentElement.getBoundingClientRect().height))),
		Widest: wide ? (wide.closest('table:not([role])') || wide).outerHTML.slice(0, 400) : ''};
})()`

func look(t *testing.T, ctx context.Context, address string, width int64, scheme string) (sight, []byte) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 740))
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, media)
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Navigate(address))
	}
	var seen sight
	if err == nil {
		seen, err = chromedp.Run(ctx, chromedp.Evaluate[sight](measure))
	}
	var picture []byte
	if err == nil && os.Getenv("RAILPOST_PICTURES") != "" {
		picture, err = chromedp.Run(ctx, chromedp.FullScreenshot(100))
	}
	if err != nil {
		t.Fatalf("%s at %d px, %s: %v", address, width, scheme, err)
	}
	return seen, picture
}

// complaints are the browser's messages about the pages, and requests that leave the machine.
type complaints struct {
	host string // an allowed one
	mu   sync.Mutex
	list []string

	asked atomic.Int64 // requests heard of
}

func (c *complaints) add(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.list = append(c.list, fmt.Sprintf(format, args...))
}

func (c *complaints) all() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list
}

func (c *complaints) hear(event any) {
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		c.asked.Add(1)
		if !strings.HasPrefix(e.Request.URL, c.host) {
			c.add("a request to %s", e.Request.URL)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError && !strings.HasSuffix(e.Entry.URL, "/favicon.ico") {
			c.add("the browser says: %s (%s)", e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		c.add("a script failed: %s", e.ExceptionDetails.Text)
	}
}

// letters returns the HTML parts of letters of some turns of each title, by names such as
// "turn-18cz-3"; also one to be listened to.
func letters(t *testing.T) (pages map[string]string, files map[string][]byte) {
	t.Helper()
	pages, files = map[string]string{}, map[string][]byte{}
	for _, title := range titles.All() {
		b, err := pbemtest.New(titles.Find, func(c *config.Config) { c.Mail.Out.Pictures = true })
		must(t, err)
		names := []string{"Ana", "Ben", "Cleo"}
		p := admin.CreateGame{Title: title.Name(), Game: "winter", Seed: []byte("browser"), StartNow: true}
		for _, n := range names {
			p.Players = append(p.Players, pbemtest.From(n))
		}
		must(t, b.Handle("game.create", p, nil))
		must(t, b.Post())
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range moves {
			var g admin.Shown
			must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
			name := names[g.Waiting[0].Seat]
			l, _ := b.Latest(name)
			if i == moves-1 {
				must(t, b.Answer(name, mailtest.Bare, "set view spoken", "resend"))
				heard, _ := b.Latest(name)
				pages["turn-"+title.Name()+"-spoken"] = heard.HTML
				must(t, b.Answer(name, mailtest.Bare, "nonsense nowhere", "map"))
				told, _ := b.Latest(name)
				keepPictures(t, files, told)
				pages["told-"+title.Name()] = told.HTML
			}
			keepPictures(t, files, l)
			pages[fmt.Sprintf("turn-%s-%d", title.Name(), i)] = l.HTML
			answer := l.Usual
			if len(answer) == 0 {
				answer = l.Choices[rng.IntN(len(l.Choices))].Lines
			}
			must(t, b.AnswerLetter(name, l, mailtest.Bare, answer...))
		}
	}
	for _, title := range titles.All() {
		pages["part-"+title.Name()] = partly(t, title.Name(), files)
	}
	for name, page := range pages {
		if page == "" {
			t.Fatalf("the letter %s has no HTML part", name)
		}
	}
	if len(files) == 0 {
		t.Fatal("no letter has a picture")
	}
	return pages, files
}

// partMoves is the number of usual turns after which each map has pieces.
const partMoves = 60

// partly plays usual turns until a letter that asks for orders shows a part of the board, and
// returns its HTML part.
func partly(t *testing.T, title string, files map[string][]byte) string {
	t.Helper()
	b, err := pbemtest.New(titles.Find, func(c *config.Config) { c.Mail.Out.Pictures = true })
	must(t, err)
	names := []string{"Ana", "Ben", "Cleo"}
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("browser"), StartNow: true, Letters: string(table.Moves)}
	for _, n := range names {
		p.Players = append(p.Players, pbemtest.From(n))
	}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	for range partMoves {
		var g admin.Shown
		must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		name := names[g.Waiting[0].Seat]
		l, _ := b.Latest(name)
		list, err := mailtest.Pictures(l)
		must(t, err)
		if len(list) > 0 && strings.HasPrefix(list[0].Name, "part-") && len(l.Usual) > 0 {
			keepPictures(t, files, l)
			return l.HTML
		}
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		must(t, b.AnswerLetter(name, l, mailtest.Bare, answer...))
	}
	t.Fatalf("%s: %d moves, and no letter shows a part of the board", title, partMoves)
	return ""
}

// keepPictures keeps the pictures of a letter under their Content-IDs.
func keepPictures(t *testing.T, files map[string][]byte, l reader.Letter) {
	t.Helper()
	list, err := mailtest.Pictures(l)
	must(t, err)
	for _, p := range list {
		files[p.ID] = p.PNG
	}
}

var must = expect.NoError
