// Package web serves the pages of the games: the board, what letters say, the log, the
// positions so far. They only show, but for the button that stops letters. A game has a page for everybody, and each seat has one
// at a secret link of its own, which proves nothing else.
//
//	web.go      the routes, and what holds for all pages
//	kept.go     pages that were made, and how many are made at a time
//	reader.go   who reads: a link, a game, a seat
//	game.go     the pages of a game
//	charts.go   how it went so far
//	board.go    its board, with words for each hex
//	calendar.go the deadlines of a player, for calendar programs
//	order.go    orders that a seat composes, for a mail
//	stop.go     the button of a letter that stops such letters
//	rules.go    the rules references
//	tables.go   all tables, for the organiser
//	view.go     what a page is filled with
//
// What a page shows is laid out by pbem/show/letters from the reader's view, so that a page tells
// nothing that a letter would not. Pages read the store beside the service and take none of
// its locks; one is made at a time, so that they leave the rest of the machine to the mail.
package web

import (
	"context"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/httpd"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/picture"
	"railpost/pbem/show/web/key"
	"railpost/store"
	"railpost/templates"
)

// Options are the dependencies of Pages; all but the last three are required.
type Options struct {
	Config    *config.Config
	Store     store.Store
	Titles    engine.Titles
	Templates *templates.Set
	Now       func() time.Time // nil: time.Now
	Log       *slog.Logger     // nil: discarded
	// Unsubscribe stops letters, see pbem.Office; nil: letters have no button for that.
	Unsubscribe func(context.Context, table.Stop) (ok bool, err error)
}

// Pages are the pages of a service. They are safe for concurrent use.
type Pages struct {
	Options
	library *games.Library  // used only by the goroutine that makes a page
	writer  *letters.Writer // likewise
	drawer  picture.Drawer
	kept    kept
}

// gamesKept is the number of games in memory for pages.
const gamesKept = 50

//go:embed pages/*.html
var files embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{"code": codeIn}).ParseFS(files, "pages/*.html"))

//go:embed static
var assets embed.FS

// New returns pages that nobody has looked at yet.
func New(o Options) *Pages {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p := &Pages{Options: o, library: games.NewLibraryOf(gamesKept, struct{ store.Store }{o.Store}, o.Titles, o.Log)} // see current
	p.writer = letters.New(letters.Writer{Config: o.Config, Store: o.Store, Templates: o.Templates, Titles: o.Titles, Games: p.library, Log: o.Log, Now: p.now})
	p.kept = newKept()
	return p
}

// now is the time shown on pages, in steps: pages of the same step are equal.
func (p *Pages) now() time.Time { return p.Now().Truncate(letters.LeafTime) }

// Serve serves the pages at the configured address until ctx ends; none: it returns at once.
func (p *Pages) Serve(ctx context.Context) error {
	return httpd.ListenAndServe(ctx, "web", p.Config.Web.Listen, p.Handler())
}

// Handler returns the pages. A wrong link gets the same answer for any fault.
func (p *Pages) Handler() http.Handler {
	mux := http.NewServeMux()
	for _, at := range []string{"/g/{game}", "/s/{game}/{link}"} {
		mux.HandleFunc(at, p.toFolder(func(r *http.Request) error { _, err := p.reader(r); return err }))
		mux.HandleFunc(at+"/{$}", p.game((*Pages).present))
		mux.HandleFunc(at+"/position/{n}", p.game((*Pages).position))
		mux.HandleFunc(at+"/charts", p.game((*Pages).charts))
		mux.HandleFunc(at+"/log", p.game((*Pages).log))
		mux.HandleFunc(at+"/log/{n}", p.game((*Pages).log))
	}
	mux.HandleFunc("/tables/{link}", p.toFolder(p.mayList))
	mux.HandleFunc("/tables/{link}/{$}", p.tables)
	mux.HandleFunc("/c/{game}/{link}/deadlines.ics", p.calendar)
	mux.HandleFunc("/s/{game}/{link}/order", p.order)
	mux.HandleFunc(stopRoot+"{link}", p.stop)
	mux.HandleFunc("/rules/{title}", p.rules)
	mux.HandleFunc("/rules/{title}/{lang}", p.rules)
	mux.HandleFunc("/static/{name}", p.static)
	mux.HandleFunc("/", p.notFound)
	return p.guarded(mux)
}

// static is script and style.
func (p *Pages) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8"}[path.Ext(name)]
	p.answerAs(w, r, kind, "static "+name, "", func() ([]byte, error) {
		b, err := assets.ReadFile("static/" + name)
		if err != nil || kind == "" {
			return nil, errNoPage
		}
		if name == "page.css" {
			b = append(b, "@media (prefers-color-scheme:dark){"+templates.Dark+"}\n"+picture.Style()...)
		}
		return b, nil
	})
}

// policy lets a page load only resources of this site; only pictures and letters have styles of their own, in
// attributes.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// formPolicy is that of pages with a form.
var formPolicy = strings.Replace(policy, "form-action 'none'", "form-action 'self'", 1)

// guarded applies the rules for all pages: they are read only, but for a button, stay on this site, and search engines
// do not list them.
func (p *Pages) guarded(next http.Handler) http.Handler {
	base := p.Config.BasePath()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "private, no-cache")
		h.Set("X-Robots-Tag", "noindex, nofollow")
		h.Set("X-Content-Type-Options", "nosniff")
		// A web server before this one may or may not remove the base path.
		if rest, ok := strings.CutPrefix(r.URL.Path, base+"/"); ok && base != "" {
			r = r.Clone(r.Context())
			r.URL.Path, r.URL.RawPath = "/"+rest, ""
		}
		presses := r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, stopRoot)
		if r.Method != http.MethodGet && r.Method != http.MethodHead && !presses {
			h.Set("Allow", "GET, HEAD")
			p.plain(w, http.StatusMethodNotAllowed, key.Method)
			return
		}
		// The multiplexer would redirect to a cleaned path, without the base path.
		if at := r.URL.Path; path.Join(at, "x") != strings.TrimSuffix(at, "/")+"/x" {
			p.notFound(w, r)
			return
		}
		var err error
		func() {
			defer fault.Guard(p.Log, "a page", &err)
			next.ServeHTTP(w, r)
		}()
		if err != nil {
			p.plain(w, http.StatusInternalServerError, key.Failed)
		}
	})
}

// toFolder redirects to a page's address as a folder, which contains the reader's other pages, if it exists.
// "./" keeps a name with a colon from being read as another site (RFC 3986, 4.2).
func (p *Pages) toFolder(find func(*http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := find(r); err != nil {
			p.fail(w, r, err)
			return
		}
		w.Header().Set("Location", "./"+path.Base(r.URL.EscapedPath())+"/")
		w.WriteHeader(http.StatusMovedPermanently)
	}
}

func (p *Pages) notFound(w http.ResponseWriter, _ *http.Request) {
	p.plain(w, http.StatusNotFound, key.NotFound)
}

// plain answers with a sentence.
func (p *Pages) plain(w http.ResponseWriter, code int, say string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(code)
	// A reader who has gone away does not concern the service.
	_, _ = w.Write([]byte(p.Templates.Say(templates.English, nil, nil, engine.Msg(say)) + "\n"))
}
