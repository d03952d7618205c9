package web

import (
	"net/http"
	"strings"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/web/key"
)

// stopRoot begins the addresses of one-click buttons, and pressed is what they are sent by mail programs (RFC 8058)
// and by the button of the page.
const (
	stopRoot  = "/u/"
	pressed   = "List-Unsubscribe=One-Click"
	pressMost = 4 << 10
)

// stop is the page with a button that stops letters. Only a POST changes anything, since programs that look for
// dangerous links follow all links of a letter.
func (p *Pages) stop(w http.ResponseWriter, r *http.Request) {
	press := r.Method == http.MethodPost
	name, value, _ := strings.Cut(pressed, "=")
	r.Body = http.MaxBytesReader(w, r.Body, pressMost)
	if press && r.PostFormValue(name) != value {
		p.plain(w, http.StatusBadRequest, key.Press)
		return
	}
	s, err := p.stopOf(r)
	if err == nil && press {
		err = p.pressStop(r, s)
	}
	if err != nil {
		p.fail(w, r, err)
		return
	}
	page, err := p.stopPage(s, press).html()
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", formPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(page) // a reader who has gone away does not concern the service
}

// stopOf returns the meaning of a link; errNoPage if it is none of ours.
func (p *Pages) stopOf(r *http.Request) (table.Stop, error) {
	secret, err := p.Store.Get(r.Context(), table.OrganisersKey)
	if err != nil {
		return table.Stop{}, err
	}
	s, ok := table.ReadStop(secret, r.PathValue("link"))
	if !ok || p.Unsubscribe == nil {
		return s, errNoPage
	}
	return s, nil
}

// pressStop stops the letters, when its turn has come.
func (p *Pages) pressStop(r *http.Request, s table.Stop) error {
	leave, err := p.kept.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	ok, err := p.Unsubscribe(r.Context(), s)
	if err == nil && !ok {
		err = errNoPage
	}
	return err
}

// stopPage asks the reader, or says that it is done.
func (p *Pages) stopPage(s table.Stop, done bool) *view {
	say := func(m engine.Message) string { return p.Templates.Say(s.Lang, nil, nil, m) }
	v := &view{leaf: letters.Leaf{Say: say}, name: "stop.html", Lang: s.Lang, Static: "../static/", Still: true, Done: done, Title: say(engine.Msg(key.Unsubscribe))}
	about := engine.Msg(key.UnsubscribeOf+string(s.Kind), engine.Text("game", s.Game), engine.Text("site", p.Config.Identity.SiteName))
	if done {
		about = engine.Msg(key.Unsubscribed)
	}
	v.About = say(about)
	return v
}
