package tell_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/show/web"
)

// pagesOf returns the pages of the game winter for one person, and those for everybody: the state, the log, and
// some positions. It fails if any of them holds a token of the table.
func pagesOf(t *testing.T, b *pbemtest.Service, name string) (list []string) {
	t.Helper()
	o := b.Options()
	pages := web.New(web.Options{Config: o.Config, Store: o.Store, Titles: o.Titles, Templates: o.Templates, Now: o.Now}).Handler()
	head := expect.Get(o.Store.Head(context.Background(), "winter"))(t)
	doc := expect.Get(table.Read(head.Doc))(t)
	s, ok := doc.SeatNamed(name)
	if !ok {
		t.Fatalf("%s has no seat", name)
	}
	paths := []string{"", "log", "charts"}
	last := doc.HiddenRecords.Step(head.Seq, engine.Nobody)
	for n := last; n > 0 && n+6 > last; n -= 2 {
		paths = append(paths, fmt.Sprintf("position/%d", n))
		if n < 2 {
			break
		}
	}
	for _, root := range []string{"/g/winter/", "/s/winter/" + doc.Tokens().Link(s) + "/"} {
		for _, path := range paths {
			w := httptest.NewRecorder()
			pages.ServeHTTP(w, httptest.NewRequest("GET", root+path, nil))
			expect.Must(t, []any{root, path, w.Body}, w.Code, 200)
			expect.Same(t, fmt.Sprintf("%s%s holds what may be a token", root, path), pbemtest.TokenIn(w.Body.String()), "")
			list = append(list, root+path+"\n"+w.Header().Get("ETag")+"\n"+w.Body.String())
		}
	}
	return list
}
