package web_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/web"
)

// oneClick is a service whose letters have buttons that work with one click, and its pages.
func oneClick(t *testing.T) *site {
	t.Helper()
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) {
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example/railpost"
		c.Lobby.Open = config.OpenAnyone
	}))(t)
	must(t, b.Handle("web.link", nil, nil))
	b.Begin(t, admin.CreateGame{Organiser: "host@example.org"})
	s := &site{Service: b, t: t}
	s.made = web.New(web.Options{Config: b.Config(), Store: b.Store, Titles: pbemtest.Find, Templates: b.Options().Templates, Now: b.Options().Now, Unsubscribe: b.Office.Unsubscribe})
	s.pages = s.made.Handler()
	return s
}

var stopLink = regexp.MustCompile(`(?s)\r\nList-Unsubscribe:\s+<mailto:[^>]+>,\s+<https://games\.example(/railpost/u/[\w-]+)>\r\n.*List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n`)

// link is the address that the button of somebody's latest letter posts to.
func (s *site) link(name string) string {
	s.t.Helper()
	m := stopLink.FindSubmatch(s.Newest(name).Raw)
	if m == nil {
		s.t.Fatalf("the letter of %s has no button:\n%.1500s", name, s.Newest(name).Raw)
	}
	return string(m[1])
}

const form = "application/x-www-form-urlencoded"

// press posts, as mail programs do, and takes the letters that follow.
func (s *site) press(link, kind, body string) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest(http.MethodPost, link, strings.NewReader(body))
	r.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	s.pages.ServeHTTP(w, r)
	must(s.t, s.Post())
	return w
}

func (s *site) pressed(name string) *httptest.ResponseRecorder {
	s.t.Helper()
	return s.press(s.link(name), form, "List-Unsubscribe=One-Click")
}

// letters counts those of people so far.
func (s *site) letters(names ...string) (n []int) {
	for _, name := range names {
		n = append(n, len(s.Boxes[pbemtest.Address(name)]))
	}
	return n
}

// TestOneClick: looking at the link changes nothing; pressing stops the letters once, with a letter to the player and
// one to the organiser; the seat is kept and still has its deadline.
func TestOneClick(t *testing.T) {
	s := oneClick(t)
	link, due := s.link("Ana"), s.Due(t)
	before := s.letters("Ana", "Ben", "host")
	page := s.get(link)
	expect.Has(t, "the page", page.Body.String(), "You keep your seat", `<form method="post">`, `value="One-Click"`, "winter", "noindex")
	expect.Lacks(t, "the page", page.Body.String(), "<script", "ana@example.org")
	expect.Has(t, "headers", page.Header().Get("Content-Security-Policy")+page.Header().Get("Referrer-Policy")+page.Header().Get("X-Robots-Tag"), "form-action 'self'", "no-referrer", "noindex")
	expect.Same(t, "HEAD", s.head(link), http.StatusOK)
	expect.Same(t, "letters after a look", s.letters("Ana", "Ben", "host"), before)
	expect.Same(t, "what Ana gets", s.table().Players[0].Letters == table.Off, false)

	w := s.pressed("Ana")
	expect.Same(t, "answer", w.Code, http.StatusOK)
	expect.Has(t, "answer", w.Body.String(), "You have unsubscribed")
	expect.Same(t, "letters", s.letters("Ana", "Ben", "host"), []int{before[0] + 1, before[1], before[2] + 1})
	expect.Has(t, "Ana reads", s.Newest("Ana").Text, "You have unsubscribed", "set letters turns")
	expect.Has(t, "the organiser reads", s.Newest("host").Text, "Ana has unsubscribed", "keep their seat")
	expect.Same(t, "what Ana gets", s.table().Players[0].Letters, table.Off)
	expect.Same(t, "deadlines", s.Due(t), due)

	after := s.letters("Ana", "host")
	again := s.press(link, form, "List-Unsubscribe=One-Click")
	expect.Same(t, "again", again.Code, http.StatusOK)
	expect.Same(t, "the same page", again.Body.String(), w.Body.String())
	expect.Same(t, "letters for pressing again", s.letters("Ana", "host"), after)
	must(t, s.Answer("Ana", "gmail", "set letters turns"))
	expect.Same(t, "and back", s.table().Players[0].Letters, table.Turns)
}

func (s *site) head(link string) int {
	w := httptest.NewRecorder()
	s.pages.ServeHTTP(w, httptest.NewRequest(http.MethodHead, link, nil))
	return w.Code
}

// TestOneClickBodies: the body is a form of either kind with what the standard demands; nothing else counts.
func TestOneClickBodies(t *testing.T) {
	s := oneClick(t)
	link, before := s.link("Ben"), s.letters("Ben")
	for _, body := range []string{"", "List-Unsubscribe=Two", "x=1", "List-Unsubscribe=One-Click" + strings.Repeat("&x=1", 5000)} {
		expect.Same(t, "code for "+body[:min(len(body), 40)], s.press(link, form, body).Code, http.StatusBadRequest)
	}
	expect.Same(t, "in the address", s.press(link+"?List-Unsubscribe=One-Click", form, "").Code, http.StatusBadRequest)
	expect.Same(t, "another page", s.press("/g/winter/", form, "List-Unsubscribe=One-Click").Code, http.StatusMethodNotAllowed)
	expect.Same(t, "letters", s.letters("Ben"), before)
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	must(t, w.WriteField("List-Unsubscribe", "One-Click"))
	must(t, w.Close())
	expect.Same(t, "multipart", s.press(strings.TrimPrefix(link, "/railpost"), w.FormDataContentType(), b.String()).Code, http.StatusOK)
	expect.Same(t, "what Ben gets", s.table().Players[1].Letters, table.Off)
}

// TestOneClickOfOthers: a link with any fault gets the same answer, as does that of a player who has lost the seat.
func TestOneClickOfOthers(t *testing.T) {
	s := oneClick(t)
	link := s.link("Ana")
	must(t, s.Handle("player.replace", admin.ReplacePlayer{Game: "winter", Player: "Ana", Robot: "Cleo:easy"}, nil))
	must(t, s.Post())
	var answers []string
	for _, l := range []string{link, link[:len(link)-4], "/u/x", "/u/" + strings.Repeat("A", 120)} {
		w := s.press(l, form, "List-Unsubscribe=One-Click")
		expect.Same(t, "code", w.Code, http.StatusNotFound)
		answers = append(answers, w.Body.String())
	}
	for _, a := range answers {
		expect.Same(t, "answer", a, answers[0])
	}
	expect.Same(t, "a look at a wrong link", s.get("/u/x").Body.String(), answers[0])
}

// TestOneClickKinds: each link stops letters of its kind.
func TestOneClickKinds(t *testing.T) {
	s := oneClick(t)
	must(t, s.Answer("Ana", "gmail", "set letters digest"))
	must(t, s.Answer("Ben", "gmail", "set language es"))
	must(t, s.Answer("Ben", "gmail", "resend"))
	expect.Has(t, "Ben's page", s.page(s.link("Ben")), "Darme de baja", `lang="es"`)
	must(t, s.Pass(26*time.Hour))
	expect.Has(t, "Ana's page", s.page(s.link("Ana")), "daily letters")
	expect.Same(t, "digest", s.pressed("Ana").Code, http.StatusOK)
	expect.Has(t, "Ana reads", s.Newest("Ana").Text, "no daily letters come any more", "to get them again")
	daily := s.letters("Ana")
	expect.Same(t, "digest again", s.press(s.link("Ana"), form, "List-Unsubscribe=One-Click").Code, http.StatusOK)
	expect.Same(t, "letters", s.letters("Ana"), daily)

	s.Unproven(t, "dora@example.org", "1", "games")
	must(t, s.Answer("Dora", "gmail", "watch winter"))
	watching := s.link("Dora")
	must(t, s.Answer("Dora", "gmail", "games"))
	expect.Same(t, "lobby", s.pressed("Dora").Code, http.StatusOK)
	expect.Has(t, "Dora reads", s.Newest("Dora").Text, "no more invitations", "To be invited again")
	expect.Same(t, "watchers", s.table().Watchers.Count(), 1)
	expect.Same(t, "watching", s.press(watching, form, "List-Unsubscribe=One-Click").Code, http.StatusOK)
	expect.Has(t, "Dora reads", s.Newest("Dora").Text, "You no longer watch winter", "watch winter")
	expect.Same(t, "watchers", s.table().Watchers.Count(), 0)
	n := s.letters("Dora")
	expect.Same(t, "watching again", s.press(watching, form, "List-Unsubscribe=One-Click").Code, http.StatusOK)
	expect.Same(t, "letters", s.letters("Dora"), n)
}

// TestNoOneClick: mail programs press by https alone, so letters of a site without it have the other button only.
func TestNoOneClick(t *testing.T) {
	b := expect.Get(pbemtest.New(pbemtest.Find, func(c *config.Config) { c.Web.Listen = "127.0.0.1:9181" }))(t)
	must(t, b.Handle("web.link", nil, nil))
	b.Begin(t, admin.CreateGame{})
	raw := string(b.Newest("Ana").Raw)
	expect.Has(t, "header", raw, "\r\nList-Unsubscribe: <mailto:")
	expect.Lacks(t, "header", raw, "List-Unsubscribe-Post", "/u/")
}
