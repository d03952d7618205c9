package bench

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"time"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/web"
	"railpost/templates"
)

// pageOrders is the length of the games whose pages are measured.
var pageOrders = 300

// pageCosts measures the pages of a long game of each title.
func pageCosts(ctx context.Context, o Options, f *Figure) {
	for _, t := range titles.All() {
		pagesOf(ctx, o, f, t.Name())
	}
}

func pagesOf(ctx context.Context, o Options, f *Figure, title string) {
	g := get(playGameOf(title, "page-"+title, pageOrders))
	if len(g.records) <= pageOrders { // an ended game waits for nobody
		g.records = g.records[:len(g.records)*3/4]
	}
	s := begin(ctx, o.Dir, g.name, true, g)
	defer s.close()
	s.play(ctx, g, len(g.records)-1, 0)
	head := get(s.db.Head(ctx, g.name))
	t := get(table.Read(head.Doc))
	set := get(templates.New())
	seat := engine.Seat(0)
	if len(t.Waiting) > 0 {
		seat = t.Waiting[0].Seat
	}
	own, everybody := "/s/"+g.name+"/"+t.Tokens().Link(seat)+"/", "/g/"+g.name+"/"
	pages := web.New(web.Options{Config: settings(), Store: s.db, Titles: titles.Find, Templates: set, Now: func() time.Time { return s.clock }}).Handler()
	look := func(name string, paths ...string) { f.look(pages, title+", "+name, paths) }
	var positions []string
	for n := range 20 {
		positions = append(positions, fmt.Sprintf("%sposition/%d", everybody, 1+n*int(head.Seq-1)/20))
	}
	look("first look, the game is read", everybody)
	look("the page of who is asked", own)
	look("a position so far", positions...)
	look("a page of the log", everybody+"log/1")
	look("a page that is kept", slices.Repeat([]string{own}, 20)...)
}

// look adds the average cost of pages, and their size in KB as sent.
func (f *Figure) look(pages http.Handler, name string, paths []string) {
	var sum cost
	size := 0
	for _, path := range paths {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		sum.spend(func() { pages.ServeHTTP(w, r) })
		if w.Code != http.StatusOK {
			failf("the page %s: %d %s", path, w.Code, w.Body)
		}
		size += w.Body.Len()
	}
	n := float64(len(paths))
	f.add(name, micros(sum.cpu)/1000/n, "ms")
	f.add(name+", size", float64(size)/1024/n, "KB")
}
