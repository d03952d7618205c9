package web_test

import (
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/web"
	"railpost/store"
)

// site is a service with a game of three and its pages.
type site struct {
	*pbemtest.Service
	t     *testing.T
	pages http.Handler
	made  *web.Pages
}

func newSite(t *testing.T, title string, change func(*config.Config)) *site {
	t.Helper()
	b := expect.Get(pbemtest.New(titles.Find, change))(t)
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("web"), StartNow: true, Players: pbemtest.FromAll("Ana", "Ben", "Cleo")}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	s := &site{Service: b, t: t}
	s.openPages(b.Store)
	return s
}

// openPages serves pages that nobody has looked at yet.
func (s *site) openPages(from store.Store) {
	s.made = web.New(web.Options{Config: s.Config(), Store: from, Titles: titles.Find, Templates: s.Options().Templates, Now: s.Options().Now})
	s.pages = s.made.Handler()
}

// play lets an acting player answer with the usual turn, or with the first choice.
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
func (s *site) own(seat engine.Seat) string {
	return "/s/winter/" + s.table().Tokens().Link(seat) + "/"
}

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

// page is a page that exists.
func (s *site) page(path string) string {
	s.t.Helper()
	w := s.get(path)
	if w.Code != http.StatusOK {
		s.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return w.Body.String()
}

// TestPages: every title has its pages, for everybody and for a seat; each has the content of that reader's letter.
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
				if first, _, _ := strings.Cut(c.Lines[0], " "); !strings.Contains(strings.ToLower(own), ">"+first+"<") {
					t.Errorf("the page of the seat that is asked lacks the choice %q", c.Lines)
				}
			}
			everybody := s.page("/g/winter/")
			expect.Lacks(t, "the page for everybody", everybody, "CHOICES", "class=\"choice")
			for _, path := range []string{"/g/winter/position/1", "/g/winter/log", "/g/winter/log/1", "/g/winter/charts", s.own(0) + "charts", s.own(0) + "position/2", s.own(1) + "log", "/rules/" + title.Name()} {
				expect.Lacks(t, path, s.page(path), "[web.", "[pbem.")
			}
			expect.Has(t, "the page for everybody", everybody, "<svg")
		})
	}
}

// TestPagesOfRules: every language with a translation has pages of the rules, and no other.
func TestPagesOfRules(t *testing.T) {
	s := newSite(t, "russian", nil)
	for path, want := range map[string]string{
		"/rules/russian":    `<html lang="en">`,
		"/rules/russian/en": `Scoring phase`,
		"/rules/russian/es": `<html lang="es">`,
		"/rules/russian/ca": `Fase de puntuació`,
	} {
		if page := s.page(path); !strings.Contains(page, want) || strings.Contains(page, "&lt;!--") {
			t.Errorf("%s lacks %s", path, want)
		}
	}
	// The page of a seat leads to its reader's.
	s.Config().Lobby.Open = config.OpenAnyone
	must(t, s.Deliver([]byte("From: Ana <ana@example.org>\r\nTo: games@post.example\r\nMessage-ID: <1@a>\r\n\r\nprofile\r\n")))
	must(t, s.Answer("Ana", mailtest.Bare, "set language ca"))
	must(t, s.Handle("game.create", admin.CreateGame{Title: "russian", Game: "spring", StartNow: true, Players: pbemtest.FromAll("Ana", "Ben")}, nil))
	head := expect.Get(s.Store.Head(context.Background(), "spring"))(t)
	spring := expect.Get(table.Read(head.Doc))(t)
	for seat, want := range []string{`href="../../../rules/russian/ca"`, `href="../../../rules/russian"`} {
		if page := s.page("/s/spring/" + spring.Tokens().Link(engine.Seat(seat)) + "/"); !strings.Contains(page, want) {
			t.Errorf("the page of seat %d does not lead to %s", seat, want)
		}
	}
	if page := s.page("/rules/russian/es"); !strings.Contains(page, `"../../static/page.css"`) {
		t.Error("the page does not lead to its style")
	}
	for _, path := range []string{"/rules/russian/de", "/rules/nothing/es", "/rules/russian/es/"} {
		expect.Same(t, path, s.get(path).Code, http.StatusNotFound)
	}
}

// TestNowhere: wrong links get one answer for any fault.
func TestNowhere(t *testing.T) {
	s := newSite(t, "18mag", nil)
	link := s.table().Tokens().Link(0)
	want := s.get("/g/nowhere/")
	expect.Must(t, "no game", want.Code, http.StatusNotFound)
	for _, path := range []string{"/", "/g/win ter/", "/s/winter/" + strings.Repeat("a", 26) + "/", "/s/nowhere/" + link + "/", "/s/winter/" + link[:25] + "/",
		"/g/winter/position/0", "/g/winter/position/999", "/g/winter/position/-1", "/g/winter/position/x", "/g/winter/log/2", "/g/winter/log/101", "/g/winter/nothing",
		"/s/winter/" + s.table().Tokens().Seat(0) + "/", "/rules/nothing", "/static/nothing", "/static/page.html", "/static/", "/static/..%2Fweb.go", "/tables/" + link + "/"} {
		w := s.get(strings.ReplaceAll(path, " ", "%20"))
		expect.Same(t, path, w.Code, want.Code)
		expect.Same(t, path, w.Body.String(), want.Body.String())
		for _, h := range []string{"Content-Security-Policy", "Referrer-Policy", "Cache-Control", "X-Robots-Tag", "X-Content-Type-Options"} {
			if w.Header().Get(h) == "" || w.Header().Get(h) != want.Header().Get(h) {
				t.Errorf("%s: %s is %q", path, h, w.Header().Get(h))
			}
		}
	}
}

// TestPolicy: no page lets another host's script, style sheet, frame or form in, and none tells other hosts
// where its reader came from; the one that composes orders sends its form to the service.
func TestPolicy(t *testing.T) {
	s := newSite(t, "18mag", nil)
	for path, form := range map[string]string{"/g/winter/": "'none'", s.own(0): "'none'", s.own(0) + "order": "'self'", "/g/nowhere/": "'none'"} {
		h := s.get(path).Header()
		for _, want := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action " + form} {
			if !slices.Contains(strings.Split(h.Get("Content-Security-Policy"), "; "), want) {
				t.Errorf("%s lacks %q: %s", path, want, h.Get("Content-Security-Policy"))
			}
		}
		expect.Same(t, path, h.Get("Referrer-Policy"), "no-referrer")
	}
}

// TestRevoked: a renewed link leads nowhere, nor does the page of a table that has agreed on none.
func TestRevoked(t *testing.T) {
	s := newSite(t, "18mag", nil)
	own := s.own(0)
	s.page(own)
	must(t, s.Answer("Ana", mailtest.Bare, "renew"))
	expect.Same(t, "the old link", s.get(own).Code, http.StatusNotFound)
	s.page(s.own(0))
	s.page("/g/winter/")
	for _, rule := range []string{"page", "watchers"} {
		must(t, s.Handle("game.set", map[string]any{"game": "winter", "rules": []string{rule + "=no"}}, nil))
		expect.Same(t, rule, s.get("/g/winter/").Code, http.StatusNotFound)
		must(t, s.Handle("game.set", map[string]any{"game": "winter", "rules": []string{rule + "=yes"}}, nil))
		s.page("/g/winter/")
	}
}

// TestReadOnly: pages can only be fetched.
func TestReadOnly(t *testing.T) {
	s := newSite(t, "18mag", nil)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"} {
		w := httptest.NewRecorder()
		s.pages.ServeHTTP(w, httptest.NewRequest(method, "/g/winter/", strings.NewReader("pass")))
		expect.Same(t, method, w.Code, http.StatusMethodNotAllowed)
		expect.Same(t, method, w.Header().Get("Allow"), "GET, HEAD")
	}
}

// TestKept: an unchanged page is not sent again, and a changed one is.
func TestKept(t *testing.T) {
	s := newSite(t, "18mag", nil)
	first := s.get("/g/winter/", "Accept-Encoding", "gzip")
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || tag == "" || first.Header().Get("Content-Encoding") != "gzip" {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	z := expect.Get(gzip.NewReader(first.Body))(t)
	packed := expect.Get(io.ReadAll(z))(t)
	expect.Same(t, "the packed page is another one", s.page("/g/winter/"), string(packed))
	if again := s.get("/g/winter/", "If-None-Match", tag); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
		t.Errorf("again: %d, %d bytes", again.Code, again.Body.Len())
	}
	// Hidden facts change nothing that everybody sees.
	var g admin.Shown
	must(t, s.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
	other := []string{"Ben", "Cleo", "Ana"}[g.Waiting[0].Seat]
	must(t, s.Answer(other, mailtest.Bare, "note I would wait"))
	expect.Same(t, "after a note", s.get("/g/winter/", "If-None-Match", tag).Code, http.StatusNotModified)
	s.play(1)
	expect.Same(t, "after a move", s.get("/g/winter/", "If-None-Match", tag).Code, http.StatusOK)
}

// TestBasePath: a web server before this one may hand requests on with the base path or
// without.
func TestBasePath(t *testing.T) {
	s := newSite(t, "18mag", func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:0", "https://games.example.org/railpost"
	})
	expect.Same(t, "the page is another one below the base path", s.page("/g/winter/"), s.page("/railpost/g/winter/"))
}

// TestRedirects: any address leads only to a page of this host, below its base path: a link of the host in a
// stranger's mail must not open another site.
func TestRedirects(t *testing.T) {
	s := newSite(t, "18mag", func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:0", "https://games.example.org/railpost"
	})
	var link admin.Link
	must(t, s.Handle("web.link", admin.WebLink{}, &link))
	list := strings.TrimSuffix(strings.TrimPrefix(link.URL, "https://games.example.org/railpost"), "/")
	there := []string{"/g/winter", strings.TrimSuffix(s.own(0), "/"), list, "/g/%77inter"}
	for _, at := range there {
		w := s.get("/railpost" + at)
		to, below := strings.CutPrefix(w.Header().Get("Location"), "./")
		if w.Code != http.StatusMovedPermanently || !below {
			t.Fatalf("%s: %d to %q", at, w.Code, to)
		}
		s.page(path.Join(path.Dir(at), to) + "/")
	}
	base, err := url.Parse("http://games.example.org/")
	must(t, err)
	parts := []string{"g", "s", "tables", "static", "rules", "c", "winter", "x", "http:evil.example", "https:127.0.0.1:8443", "javascript:alert(1)", "", ".", "..", "%2e%2e",
		"%2F%2Fevil.example", "%5Cevil.example", "evil.example", "%68ttp:evil.example", "http%3Aevil.example", "//evil.example", "winter;x", "deadlines.ics", "log"}
	rng := rand.New(rand.NewPCG(level.Seed(t, 0), 1))
	for range level.Of(3000, 30000, 300000) {
		at := strings.Repeat("/railpost", rng.IntN(2))
		for range 1 + rng.IntN(4) {
			at += "/" + parts[rng.IntN(len(parts))]
		}
		at += strings.Repeat("/", rng.IntN(2))
		r := expect.Get(http.NewRequest(http.MethodGet, "http://games.example.org"+at, nil))(t)
		w := httptest.NewRecorder()
		s.pages.ServeHTTP(w, r)
		if w.Code/100 != 3 {
			continue
		}
		to, err := base.Parse(strings.TrimSuffix(at, "/"))
		must(t, err)
		to, err = to.Parse(w.Header().Get("Location"))
		if err != nil || to.Host != base.Host || to.Scheme != base.Scheme || !strings.HasSuffix(to.Path, "/winter/") || strings.HasPrefix(at, "/railpost/") != strings.HasPrefix(to.Path, "/railpost/") {
			t.Errorf("%s leads to %s", at, w.Header().Get("Location"))
		}
	}
}

var must = expect.NoError

// TestTables: the organiser's link lists all tables; renewed, the old one leads nowhere. No
// other secret opens it.
func TestTables(t *testing.T) {
	on := func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example.org/railpost/"
	}
	s := newSite(t, "18mag", on)
	expect.Same(t, "before there is a link",
		s.get("/tables/"+table.TablesToken(nil, 0)+"/").Code, http.StatusNotFound)
	var first, again, renewed, game admin.Link
	must(t, s.Handle("web.link", admin.WebLink{}, &first))
	must(t, s.Handle("web.link", admin.WebLink{}, &again))
	expect.Same(t, "another link", first, again)
	path := strings.TrimPrefix(first.URL, "https://games.example.org/railpost")
	expect.Has(t, "the list", s.page(path), `href="../../g/winter/"`, "Ana, Ben, Cleo")
	must(t, s.Handle("web.renew", admin.None{}, &renewed))
	expect.Same(t, "the old link", s.get(path).Code, http.StatusNotFound)
	s.page(strings.TrimPrefix(renewed.URL, "https://games.example.org/railpost"))
	must(t, s.Handle("web.link", admin.WebLink{Game: "winter"}, &game))
	s.page(strings.TrimPrefix(game.URL, "https://games.example.org"))
	must(t, s.Handle("game.set", map[string]any{"game": "winter", "rules": []string{"page=no"}}, nil))
	expect.Fails(t, "without a page", s.Handle("web.link", admin.WebLink{Game: "winter"}, nil), "no page for everybody")
	if page := s.page(strings.TrimPrefix(renewed.URL, "https://games.example.org/railpost")); strings.Contains(page, "/g/winter/") {
		t.Error("the list leads to a page that is not there")
	}
}

// TestLinkByMail: a player gets the link of their page by mail, and a new one; a substitute gets none.
func TestLinkByMail(t *testing.T) {
	s := newSite(t, "18mag", func(c *config.Config) { c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example.org" })
	link := func(line string) string {
		t.Helper()
		must(t, s.Answer("Ben", mailtest.Gmail, line))
		l, _ := s.Latest("Ben")
		url := regexp.MustCompile(`(?m)^https://games\.example\.org(/s/winter/[a-z2-7]{26}/)$`).FindStringSubmatch(l.Text)
		if url == nil || !strings.Contains(l.HTML, `<a href="`+url[0]+`"`) {
			t.Fatalf("%s: no link in the letter\n%s", line, l.Text)
		}
		expect.Lacks(t, "the link has the token of the answer address", l.ReplyTo, strings.Split(url[1], "/")[3])
		return url[1]
	}
	first := link("link")
	expect.Same(t, "asked again, another link", link("link"), first)
	if page := s.page(first); !strings.Contains(page, "Ben, this page shows") {
		t.Error("the link leads to another page")
	}
	second := link("renew link")
	if w := s.get(first); w.Code != http.StatusNotFound || second == first {
		t.Errorf("the old link: %d", w.Code)
	}
	s.page(second)
	s.Config().Web.Listen = ""
	must(t, s.Answer("Ben", mailtest.Gmail, "link"))
	if l, _ := s.Latest("Ben"); strings.Contains(l.Text, "https://") || !strings.Contains(l.Text, "no pages here") {
		t.Errorf("without pages:\n%s", l.Text)
	}
}

// TestHostileNames: players' words are text on a page, in any form.
func TestHostileNames(t *testing.T) {
	s := newSite(t, "18mag", nil)
	must(t, s.Answer("Ana", mailtest.Bare, `say <script>alert(1)</script> <img src=x onerror=alert(2)> "'&`))
	for _, path := range []string{"/g/winter/", "/g/winter/log", s.own(1)} {
		page := s.page(path)
		if strings.Contains(page, "<script>") || strings.Contains(page, "<img") || !strings.Contains(page, "&lt;script&gt;") {
			t.Errorf("%s: what Ana said is not text", path)
		}
	}
}

// TestBusy: while a page takes long, few wait and others are asked to come back.
func TestBusy(t *testing.T) {
	s := newSite(t, "18mag", nil)
	hold, held := make(chan struct{}), make(chan struct{}, 100)
	s.openPages(slow{s.Store, hold, held})
	codes := make(chan int, 100)
	const readers = 30
	for i := range readers {
		go func() { codes <- s.get(fmt.Sprintf("/g/winter/position/%d", 1+i%2)).Code }()
	}
	<-held // one is being made
	for range readers - 16 {
		expect.Same(t, "too many readers", <-codes, http.StatusServiceUnavailable)
	}
	close(hold)
	for range 16 {
		if code := <-codes; code != http.StatusOK && code != http.StatusNotFound {
			t.Errorf("who waited: %d", code)
		}
	}
}

// slow is a store from which no game can be loaded until hold is closed.
type slow struct {
	store.Store
	hold, held chan struct{}
}

func (s slow) Load(ctx context.Context, game string, upTo uint64, full bool) (store.Log, error) {
	s.held <- struct{}{}
	<-s.hold
	return s.Store.Load(ctx, game, upTo, full)
}
