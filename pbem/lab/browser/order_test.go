package browser

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestCompose: on a phone, taps on places of the board and on lists put an order together, with
// the page's script and without; the mail of its last link, once its letter is answered with
// "play", stands in the log.
func TestCompose(t *testing.T) {
	run := chromium(t)
	for _, title := range []string{"18mag", "tycoon"} {
		for _, script := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s,script=%v", title, script), func(t *testing.T) {
				c := newComposer(t, title)
				server := httptest.NewServer(c.pages)
				defer server.Close()
				heard := complaints{host: server.URL}
				ctx, end := chromedp.NewContext(run, chromedp.WithListener(heard.hear))
				defer end()
				c.ctx = ctx
				must(t, chromedp.Do(ctx, chromedp.EmulateViewport(360, 740)))
				_, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !script})
				must(t, err)
				c.play(c.compose(server.URL + c.own(c.toMap()) + "order"))
				for _, told := range heard.all() {
					t.Error(told)
				}
			})
		}
	}
}

// composer is a game with its pages, and the tab that shows one.
type composer struct {
	*pbemtest.Service
	t     *testing.T
	ctx   context.Context
	pages http.Handler
	name  string // owner of the page
}

func newComposer(t *testing.T, title string) *composer {
	b, err := pbemtest.New(titles.Find, nil)
	must(t, err)
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("compose"), StartNow: true}
	for _, name := range []string{"Ana", "Ben", "Cleo"} {
		p.Players = append(p.Players, pbemtest.From(name))
	}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	return &composer{Service: b, t: t, pages: pagesHandler(b)}
}

// own is the first page of a seat.
func (c *composer) own(seat engine.Seat) string {
	head, err := c.Store.Head(context.Background(), "winter")
	must(c.t, err)
	doc, err := table.Read(head.Doc)
	must(c.t, err)
	return "/s/winter/" + doc.Tokens().Link(seat) + "/"
}

// toMap plays usual turns until somebody can order something at a place of the board.
func (c *composer) toMap() engine.Seat {
	for range 100 {
		var g admin.Shown
		must(c.t, c.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		seat := engine.Seat(g.Waiting[0].Seat)
		c.name = []string{"Ana", "Ben", "Cleo"}[seat]
		w := httptest.NewRecorder()
		c.pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.own(seat)+"order", nil))
		if strings.Contains(w.Body.String(), `class="hex tap"`) {
			return seat
		}
		l, _ := c.Latest(c.name)
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		must(c.t, c.AnswerLetter(c.name, l, mailtest.Bare, answer...))
	}
	c.t.Fatal("no order is about a place of the board")
	return 0
}

// seen is the content of the page: the link of the mail, and where to tap next.
type seen struct {
	Mail, On      string
	X, Y          float64
	Inner, Scroll int64
	Places        int64
}

// next marks the page as seen and finds what to tap: the link of the mail, else a whole order,
// else a place of the board, else the first choice of a list.
const next = `(() => {
	const page = document.getElementById('compose');
	if (!page || page.dataset.seen || document.readyState !== 'complete') return {};
	page.dataset.seen = 1;
	const mail = page.querySelector('a.send'), places = page.querySelectorAll('.board a');
	const on = mail || page.querySelector('a.done') || (places[0] || page.querySelector('.ask a.go'));
	on.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
	const box = on.getBoundingClientRect();
	return {Mail: mail ? mail.getAttribute('href') : '', On: on.getAttribute('href'), X: box.x + box.width / 2, Y: box.y + box.height / 2,
		Inner: innerWidth, Scroll: document.documentElement.scrollWidth, Places: places.length};
})()`

// compose taps until the page offers a mail, and returns its link.
func (c *composer) compose(address string) string {
	must(c.t, chromedp.Do(c.ctx, chromedp.Navigate(address)))
	places := int64(0)
	for n := range 20 {
		s := c.look()
		places += s.Places
		if s.Scroll > s.Inner {
			c.t.Errorf("%s: %d px wide", s.On, s.Scroll)
		}
		if os.Getenv("RAILPOST_PICTURES") != "" {
			picture, err := chromedp.Run(c.ctx, chromedp.FullScreenshot(100))
			must(c.t, err)
			keep(c.t, fmt.Sprintf("%s-%d", strings.ReplaceAll(c.t.Name(), "/", "-"), n), picture)
		}
		if s.Mail != "" {
			if places == 0 {
				c.t.Error("no place of the board could be tapped")
			}
			return s.Mail
		}
		must(c.t, chromedp.Do(c.ctx, chromedp.MouseClickXY(s.X, s.Y)))
	}
	c.t.Fatal("no mail after 20 taps")
	return ""
}

// look waits for a page that was not seen yet.
func (c *composer) look() seen {
	for {
		s, err := chromedp.Run(c.ctx, chromedp.Evaluate[seen](next))
		must(c.t, c.ctx.Err())
		if err == nil && s.On != "" {
			return s
		}
		time.Sleep(25 * time.Millisecond)
	}
}

// play sends the mail of a link, and then the orders enclosed in the reply.
func (c *composer) play(link string) {
	tap, err := mailtest.ReadMailto(link)
	must(c.t, err)
	c.Clock = c.Clock.Add(time.Minute)
	raw, err := tap.Mail(mailtest.PhoneHTML, pbemtest.From(c.name), c.Clock, "1@phone.invalid")
	must(c.t, err)
	must(c.t, c.Deliver(raw))
	if told, _ := c.Latest(c.name); told.Kind != "unproven" {
		c.t.Fatalf("%s brings %s: %s", raw, c.Verdict, told.Text)
	}
	must(c.t, c.Answer(c.name, mailtest.Gmail, "play"))
	must(c.t, c.Answer(c.name, mailtest.Gmail, "log 5"))
	told, _ := c.Latest(c.name)
	for _, line := range strings.Fields(tap.Body) {
		if !strings.Contains(told.Text, line) {
			c.t.Errorf("%q, of %q, is not in the log:\n%s", line, tap.Body, told.Text)
		}
	}
	c.t.Logf("%d characters: %q", len(link), tap.Body)
}
