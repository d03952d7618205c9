package web_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/compose"
)

var (
	goOn   = regexp.MustCompile(`<a class="go(?: done)?" href="([^"]*)">([^<]*)`)
	places = regexp.MustCompile(`<a href="(order\?[^"]*)" aria-label="[^"]*"><polygon class="hex tap" data-hex="([^"]*)"`)
	mailed = regexp.MustCompile(`<a class="send" href="([^"]*)">`)
	number = regexp.MustCompile(`(?s)<form method="get" action="order">(.*?)</form>`)
	hidden = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)">`)
	chosen = regexp.MustCompile(`<a href="(order\?line=[^"]*)" class="cd"`)
	least  = regexp.MustCompile(`min="(\d+)"`)
)

// TestCompose: the links of the page lead to a mail without a token, which plays nothing until "play" answers
// its reply; in all titles and with letters that have codes.
func TestCompose(t *testing.T) {
	level.Sequential(t)
	for _, title := range []string{"18mag", "18cz", "tycoon", "russian", "by code"} {
		t.Run(title, func(t *testing.T) {
			change, between := func(*config.Config) {}, 5
			if title == "by code" {
				title = "18mag"
				change, between = func(c *config.Config) { c.Mail.Out.PlusSeparator = "" }, 0
			}
			s := newSite(t, title, change)
			rng := rand.New(rand.NewPCG(7, 8))
			for i := range 4 {
				s.play(between)
				s.Clock = s.Clock.Add(time.Minute)
				s.composeOnce(rng, i)
			}
			must(t, s.Handle("game.verify", admin.LookAt{Game: "winter"}, nil))
		})
	}
}

// TestTapBoxes: the spaces of a board without a map tell their cost, and usable ones lead to an order with them.
func TestTapBoxes(t *testing.T) {
	s := newSite(t, "russian", func(*config.Config) {})
	s.play(2) // the starting bonuses
	var g admin.Shown
	must(t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	own := s.own(engine.Seat(g.Waiting[0].Seat))
	page := s.get(own + "order").Body.String()
	tapped := places.FindAllStringSubmatch(page, -1)
	if len(tapped) < 5 {
		t.Fatalf("%d spaces can be tapped", len(tapped))
	}
	for _, m := range tapped {
		if next := s.get(own + html.UnescapeString(m[1])).Body.String(); !strings.Contains(next, m[2]) || strings.Contains(next, `class="fault"`) {
			t.Errorf("%s leads to a page without it", m[2])
		}
	}
	expect.Has(t, "page", page, "black-1\nIt takes 1 worker</title>")
}

// composeOnce composes a mail for an acting seat, sends it and then the orders enclosed in the reply.
func (s *site) composeOnce(rng *rand.Rand, round int) {
	s.t.Helper()
	var g admin.Shown
	must(s.t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	seat := g.Waiting[0].Seat
	name := []string{"Ana", "Ben", "Cleo"}[seat]
	own := s.own(engine.Seat(seat))
	expect.True(s.t, strings.Contains(s.get(own).Body.String(), `href="./order"`),
		"the page of a seat that is asked does not lead to its orders")
	for _, m := range chosen.FindAllStringSubmatch(s.get(own).Body.String(), 3) { // a choice leads to its mail
		next := s.get(own + html.UnescapeString(m[1])).Body.String()
		expect.Has(s.t, m[1], next, `class="send"`)
		expect.Lacks(s.t, m[1], next, `class="fault"`)
	}
	link := s.walk(own, rng)
	tap, err := mailtest.ReadMailto(link)
	must(s.t, err)
	if len(link) > 2000 || strings.Contains(link, "+") || tap.To != "games@post.example" || len(compose.Codes([]string{link})) > 0 {
		s.t.Errorf("the link of the page: %s", link)
	}
	phones := mailtest.Phones()
	raw, err := tap.Mail(phones[round%len(phones)], pbemtest.From(name), s.Clock, fmt.Sprintf("%d@phone.invalid", round))
	must(s.t, err)
	before := s.table().Players[seat].Moved
	must(s.t, s.Deliver(raw))
	told, _ := s.Latest(name)
	if told.Kind != "unproven" || s.table().Players[seat].Moved != before {
		s.t.Fatalf("%s\nbrings %s: %s", raw, s.Verdict, told.Text)
	}
	must(s.t, s.Answer(name, mailtest.Gmail, "play"))
	if played, _ := s.Latest(name); s.Verdict != "played" {
		s.t.Fatalf("%s\n%s:\n%s", raw, s.Verdict, played.Text)
	}
}

// walk follows links from the page of a seat to the one that opens a mail.
func (s *site) walk(own string, rng *rand.Rand) string {
	s.t.Helper()
	at := own + "order"
	for range 60 {
		w := s.get(at)
		page := w.Body.String()
		if w.Code != http.StatusOK || strings.Contains(page, `class="fault"`) {
			s.t.Fatalf("%s: %d\n%s", at, w.Code, page)
		}
		if m := mailed.FindStringSubmatch(page); m != nil && rng.IntN(2) == 0 {
			return html.UnescapeString(m[1])
		}
		at = own + s.anyLink(page, rng)
	}
	s.t.Fatalf("no mail after 60 links, at %s", at)
	return ""
}

// anyLink is a link of the page that continues, sometimes a place of the board if there is one, or the form
// with the least number.
func (s *site) anyLink(page string, rng *rand.Rand) string {
	s.t.Helper()
	var on []string
	for _, m := range goOn.FindAllStringSubmatch(page, -1) {
		if !slices.Contains([]string{"Begin this order again", "Take the last one away"}, m[2]) {
			on = append(on, m[1])
		}
	}
	if tapped := places.FindAllStringSubmatch(page, -1); len(tapped) > 0 && rng.IntN(2) == 0 {
		on = []string{tapped[rng.IntN(len(tapped))][1]}
	}
	if len(on) == 0 {
		if form := number.FindStringSubmatch(page); form != nil {
			q := url.Values{"n": {least.FindStringSubmatch(form[1])[1]}}
			for _, m := range hidden.FindAllStringSubmatch(form[1], -1) {
				q.Add(m[1], html.UnescapeString(m[2]))
			}
			return "order?" + q.Encode()
		}
		m := mailed.FindStringSubmatch(page)
		if m == nil {
			s.t.Fatalf("a page that leads nowhere:\n%s", page)
		}
		return "order?" // the orders of a turn are complete: begin again
	}
	return html.UnescapeString(on[rng.IntN(len(on))])
}
