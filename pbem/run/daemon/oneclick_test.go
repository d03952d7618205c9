package daemon

import (
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/pbemtest"
	"railpost/store/mem"
)

var oneClickLink = regexp.MustCompile(`<https://games\.example(/u/[\w-]+)>`)

// TestOneClickEndToEnd: a letter that came by mail has the button, and the pages of the same daemon do what it says,
// once; a letter by mail confirms it.
func TestOneClickEndToEnd(t *testing.T) {
	t.Parallel()
	c, s := embedded(t), mem.New()
	free := expect.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	c.Web.Listen, c.Web.BaseURL = free.Addr().String(), "https://games.example"
	expect.NoError(t, free.Close())
	d := running(t, Options{Config: c, Store: s})
	request := func(method, path string) int {
		t.Helper()
		r := expect.Get(http.NewRequestWithContext(t.Context(), method, "http://"+c.Web.Listen+path, strings.NewReader("List-Unsubscribe=One-Click")))(t)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Close = true
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0
		}
		return codeOf(t, answer)
	}
	pbemtest.Until(t, "the pages", func() bool { return request(http.MethodGet, "/u/x") == http.StatusNotFound })
	create(t, d, "spring")
	expect.NoError(t, d.Idle(t.Context()))
	inbox := func() [][]byte { return d.post.Messages("ana@localhost", "INBOX") }
	m := oneClickLink.FindSubmatch(inbox()[0])
	if m == nil {
		t.Fatalf("the letter has no button:\n%.1500s", inbox()[0])
	}
	was := deadline(t, s, "spring")
	expect.Same(t, "a look", request(http.MethodGet, string(m[1])), http.StatusOK)
	for range 2 {
		expect.Same(t, "the button", request(http.MethodPost, string(m[1])), http.StatusOK)
		expect.NoError(t, d.Idle(t.Context()))
		expect.Same(t, "letters", len(inbox()), 2)
	}
	expect.Has(t, "the second letter", string(inbox()[1]), "You have unsubscribed")
	head := expect.Get(s.Head(t.Context(), "spring"))(t)
	expect.Same(t, "what Ana gets", expect.Get(table.Read(head.Doc))(t).Players[0].Letters, table.Off)
	expect.Same(t, "deadline", deadline(t, s, "spring"), was)
}

func codeOf(t *testing.T, answer *http.Response) int {
	t.Helper()
	expect.NoError(t, answer.Body.Close())
	return answer.StatusCode
}
