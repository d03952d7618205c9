package web_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/admin"
	"railpost/pbem/config"
	"railpost/pbem/mailtest"
	"railpost/pbem/pbemtest"
	"railpost/pbem/table"
	"railpost/pbem/web"
)

// site is a service with a game of three and its pages.
type site struct {
	*pbemtest.Service
	t     *testing.T
	pages http.Handler
}

func newSite(t *testing.T, title string, change func(*config.Config)) *site {
	t.Helper()
	b, err := pbemtest.New(titles.Find, change)
	must(t, err)
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("web"), StartNow: true}
	for _, n := range []string{"Ana", "Ben", "Cleo"} {
		p.Players = append(p.Players, pbemtest.From(n))
	}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	s := &site{Service: b, t: t}
	s.pages = web.New(web.Options{Config: b.Config(), Store: b.Store, Titles: titles.Find, Templates: b.Options().Templates, Now: b.Options().Now}).Handler()
	return s
}

// play lets whoever is asked answer with the usual turn, or with the first choice.
func (s *site) play(turns int) {
	s.t.Helper()
	for range turns {
		var g admin.Shown
		must(s.t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		name := []string{"Ana", "Ben", "Cleo"}[g.Waiting[0].Seat]
		l, _ := s.Latest(name)
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		must(s.t, s.Answer(name, mailtest.Bare, answer...))
	}
}

func (s *site) table() *table.Table {
	s.t.Helper()
	head, err := s.Store.Head(context.Background(), "winter")
	must(s.t, err)
	doc, err := table.Read(head.Doc)
	must(s.t, err)
	return doc
}

// own is the first page of a seat.
func (s *site) own(seat engine.Seat) string { return "/s/winter/" + s.table().LinkToken(seat) + "/" }

func (s *site) get(path string, header ...string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest(http.MethodGet, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.pages.ServeHTTP(w, r)
	return w
}

// page is a page that is there.
func (s *site) page(path string) string {
	s.t.Helper()
	w := s.get(path)
	if w.Code != http.StatusOK {
		s.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// TestPages: every title has its pages, for everybody and for a seat; each shows what that
// reader's letter shows.
func TestPages(t *testing.T) {
	for _, title := range titles.All() {
		t.Run(title.Name(), func(t *testing.T) {
			t.Parallel()
			s := newSite(t, title.Name(), nil)
			s.play(4)
			var g admin.Shown
			must(t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
			asked := g.Waiting[0].Seat
			own := s.page(s.own(engine.Seat(asked)))
			l, _ := s.Latest([]string{"Ana", "Ben", "Cleo"}[asked])
			for _, c := range l.Choices {
				if first, _, _ := strings.Cut(c.Lines[0], " "); !strings.Contains(own, first) {
					t.Errorf("the page of the seat that is asked lacks the choice %q", c.Lines)
				}
			}
			everybody := s.page("/g/winter/")
			if strings.Contains(everybody, "CHOICES") || strings.Contains(everybody, "class=\"choice") {
				t.Error("the page for everybody has choices")
			}
			for _, path := range []string{"/g/winter/position/1", "/g/winter/log", "/g/winter/log/1", s.own(0) + "position/2", s.own(1) + "log", "/rules/" + title.Name()} {
				if page := s.page(path); strings.Contains(page, "[web.") || strings.Contains(page, "[pbem.") {
					t.Errorf("%s names a message that does not exist", path)
				}
			}
			if _, drawn := title.(engine.Pictured); drawn != strings.Contains(everybody, "<svg") {
				t.Errorf("the board is drawn: %v", !drawn)
			}
		})
	}
}

// TestNowhere: links that lead nowhere get one answer, whatever is wrong with them.
func TestNowhere(t *testing.T) {
	s := newSite(t, "18mag", nil)
	link := s.table().LinkToken(0)
	want := s.get("/g/nowhere/")
	if want.Code != http.StatusNotFound {
		t.Fatalf("no game: %d", want.Code)
	}
	for _, path := range []string{"/", "/g/win ter/", "/s/winter/" + strings.Repeat("a", 26) + "/", "/s/nowhere/" + link + "/", "/s/winter/" + link[:25] + "/",
		"/g/winter/position/0", "/g/winter/position/999", "/g/winter/position/-1", "/g/winter/position/x", "/g/winter/log/2", "/g/winter/log/101", "/g/winter/nothing",
		"/s/winter/" + s.table().Token(0) + "/", "/rules/nothing", "/static/nothing", "/g/../../etc/passwd"} {
		w := s.get(strings.ReplaceAll(path, " ", "%20"))
		if path == "/static/nothing" || strings.Contains(path, "..") {
			if w.Code == http.StatusOK {
				t.Errorf("%s: %d", path, w.Code)
			}
			continue
		}
		if w.Code != want.Code || w.Body.String() != want.Body.String() {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
		for _, h := range []string{"Content-Security-Policy", "Referrer-Policy", "Cache-Control", "X-Robots-Tag", "X-Content-Type-Options"} {
			if w.Header().Get(h) == "" || w.Header().Get(h) != want.Header().Get(h) {
				t.Errorf("%s: %s is %q", path, h, w.Header().Get(h))
			}
		}
	}
}

// TestRevoked: a link that was renewed leads nowhere, and neither does the page of a table
// that has agreed on none.
func TestRevoked(t *testing.T) {
	s := newSite(t, "18mag", nil)
	own := s.own(0)
	s.page(own)
	must(t, s.Answer("Ana", mailtest.Bare, "renew"))
	if w := s.get(own); w.Code != http.StatusNotFound {
		t.Errorf("the old link: %d", w.Code)
	}
	s.page(s.own(0))
	s.page("/g/winter/")
	for _, rule := range []string{"page", "watchers"} {
		must(t, s.Handle("game.set", map[string]any{"game": "winter", "rules": []string{rule + "=no"}}, nil))
		if w := s.get("/g/winter/"); w.Code != http.StatusNotFound {
			t.Errorf("%s=no: %d", rule, w.Code)
		}
		must(t, s.Handle("game.set", map[string]any{"game": "winter", "rules": []string{rule + "=yes"}}, nil))
		s.page("/g/winter/")
	}
}

// TestReadOnly: pages are fetched and nothing else.
func TestReadOnly(t *testing.T) {
	s := newSite(t, "18mag", nil)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"} {
		w := httptest.NewRecorder()
		s.pages.ServeHTTP(w, httptest.NewRequest(method, "/g/winter/", strings.NewReader("pass")))
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

// TestKept: a page that has not changed is not sent again, and one that has is.
func TestKept(t *testing.T) {
	s := newSite(t, "18mag", nil)
	first := s.get("/g/winter/", "Accept-Encoding", "gzip")
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || tag == "" || first.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	z, err := gzip.NewReader(first.Body)
	must(t, err)
	packed, err := io.ReadAll(z)
	must(t, err)
	if plain := s.page("/g/winter/"); plain != string(packed) {
		t.Error("the packed page is another one")
	}
	if again := s.get("/g/winter/", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("again: %d, %d bytes", again.Code, again.Body.Len())
	}
	// What others may not know of changes nothing that everybody sees.
	var g admin.Shown
	must(t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	other := []string{"Ben", "Cleo", "Ana"}[g.Waiting[0].Seat]
	must(t, s.Answer(other, mailtest.Bare, "note I would wait"))
	if again := s.get("/g/winter/", "If-None-Match", tag); again.Code != http.StatusNotModified {
		t.Errorf("after a note: %d", again.Code)
	}
	s.play(1)
	if again := s.get("/g/winter/", "If-None-Match", tag); again.Code != http.StatusOK {
		t.Errorf("after a move: %d", again.Code)
	}
}

// TestBasePath: a web server before this one may hand requests on with the base path or
// without.
func TestBasePath(t *testing.T) {
	s := newSite(t, "18mag", func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:0", "https://games.example.org/railpost"
	})
	if s.page("/g/winter/") != s.page("/railpost/g/winter/") {
		t.Error("the page is another one below the base path")
	}
	w := s.get("/railpost/s/winter/abc")
	if w.Code != http.StatusMovedPermanently || w.Header().Get("Location") != "abc/" {
		t.Errorf("without a slash: %d to %q", w.Code, w.Header().Get("Location"))
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
