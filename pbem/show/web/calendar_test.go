package web_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/emersion/go-ical"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// events returns the UIDs of a calendar's events with their sequences, and its text.
func (s *site) events(path string) (map[string]string, string) {
	s.t.Helper()
	w := s.get(path)
	if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "text/calendar; charset=utf-8" {
		s.t.Fatalf("%s: %d %s", path, w.Code, w.Header().Get("Content-Type"))
	}
	text := w.Body.String()
	cal, err := ical.NewDecoder(strings.NewReader(text)).Decode()
	must(s.t, err)
	out := map[string]string{}
	for _, e := range cal.Events() {
		out[e.Props.Get(ical.PropUID).Value] = e.Props.Get(ical.PropSequence).Value + " " + e.Props.Get(ical.PropSummary).Value
	}
	return out, text
}

// TestCalendar: the link of a player's calendar shows the deadlines of all games whose letters
// go to their address, with the same identities as the files in letters; it is no page's and no
// answer address, and ends with the page's.
func TestCalendar(t *testing.T) {
	s := newSite(t, "18mag", func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example.org/railpost"
	})
	p := admin.CreateGame{Title: "russian", Game: "spring", Seed: []byte("web"), StartNow: true, Players: pbemtest.FromAll("Dan", "Ben")}
	must(t, s.Handle("game.create", p, nil))
	must(t, s.Post())
	link := func(line string) string {
		t.Helper()
		must(t, s.Answer("Ben", mailtest.Gmail, line))
		l, _ := s.Latest("Ben")
		url := regexp.MustCompile(`(?m)^https://games\.example\.org(/railpost/c/[a-z]+/([a-z2-7]{26})/deadlines\.ics)$`).FindStringSubmatch(l.Text)
		if url == nil || strings.Contains(l.ReplyTo, url[2]) {
			t.Fatalf("%s: no link of its own in the letter\n%s", line, l.Text)
		}
		return url[1]
	}
	first := link("link calendar")
	events, text := s.events(first)
	if n := strings.Count(text, "BEGIN:VEVENT"); n != len(events) || n != 2 || !strings.Contains(text, "X-WR-CALNAME:Railpost: my deadlines") {
		t.Fatalf("%d events:\n%s", n, text)
	}
	for _, secret := range regexp.MustCompile(`[a-z2-7]{26}`).FindAllString(text, -1) {
		t.Errorf("a token: %s", secret)
	}
	expect.Lacks(t, "a player's address", text, "@example.org")
	must(t, s.Handle("game.extend", admin.ExtendGame{Game: "spring", By: "1d"}, nil))
	moved, _ := s.events(first)
	for uid, was := range events {
		if is := moved[uid]; strings.Contains(was, "[spring]") == (is == was) {
			t.Errorf("%s: %s, then %s", uid, was, is)
		}
	}
	expect.Same(t, "the token leads to a page", s.get(strings.Replace(first, "/c/", "/s/", 1)).Code, http.StatusNotFound)
	expect.Same(t, "the page's token leads to the calendar",
		s.get(regexp.MustCompile(`[a-z2-7]{26}`).ReplaceAllString(first, s.table().Tokens().Link(1))).Code, http.StatusNotFound)
	tag := s.get(first).Header().Get("ETag")
	expect.True(t, tag != "" && s.get(first).Header().Get("Referrer-Policy") == "no-referrer", "no ETag, or a referrer")
	// Google asks for the head first, by a program of this name, and for /robots.txt, which bars nothing.
	const agent = "Google-Calendar-Importer"
	w := httptest.NewRecorder()
	head := httptest.NewRequest(http.MethodHead, first, nil)
	head.Header.Set("User-Agent", agent)
	if s.pages.ServeHTTP(w, head); w.Code != http.StatusOK || w.Header().Get("ETag") != tag {
		t.Errorf("HEAD: %d, %v", w.Code, w.Header())
	}
	if s.get(first, "User-Agent", agent).Code != http.StatusOK || s.get(first, "If-None-Match", tag).Code != http.StatusNotModified {
		t.Error("it is not had by Google's program, or not from a cache")
	}
	if w := s.get("/robots.txt"); w.Code == http.StatusOK {
		t.Errorf("robots.txt: %s", w.Body)
	}
	must(t, s.Answer("Ben", mailtest.Gmail, "renew link"))
	expect.Same(t, "the old link", s.get(first).Code, http.StatusNotFound)
	second := link("link calendar")
	must(t, s.Handle("game.end", admin.ChangeGame{Game: "winter"}, nil))
	must(t, s.Handle("game.end", admin.ChangeGame{Game: "spring"}, nil))
	if none, text := s.events(second); len(none) > 0 || !strings.Contains(text, "END:VCALENDAR") {
		t.Errorf("after the end:\n%s", text)
	}
}
