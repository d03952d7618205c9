package web

import (
	"fmt"
	"net/http"

	"railpost/engine"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/web/key"
)

// stopRoot begins the addresses of one-click buttons.
const stopRoot = "/u/"

// stop is the page with a button that stops letters. Only a POST changes anything, since programs that look for
// dangerous links follow all links of a letter.
func (p *Pages) stop(w http.ResponseWriter, r *http.Request) {
	press := r.Method == http.MethodPost
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if press && r.PostFormValue("List-Unsubscribe") != "One-Click" { // RFC 8058; the page's button sends the same
		p.plain(w, http.StatusBadRequest, key.Press)
		return
	}
	s, err := p.stopOf(r, press)
	if err != nil {
		p.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", formPolicy)
	p.answer(w, r, fmt.Sprint("stop ", press, r.PathValue("link")), "", p.stopPage(s, press).html)
}

// stopOf returns the meaning of a link, once its letters are stopped if it was pressed; errNoPage if it means nothing.
func (p *Pages) stopOf(r *http.Request, press bool) (table.Stop, error) {
	secret, err := p.Store.Get(r.Context(), table.OrganisersKey)
	if err != nil {
		return table.Stop{}, err
	}
	s, ok := table.ReadStop(secret, r.PathValue("link"))
	if !ok || p.Unsubscribe == nil {
		return s, errNoPage
	}
	if !press {
		return s, nil
	}
	leave, err := p.kept.enter(r.Context())
	if err != nil {
		return s, err
	}
	defer leave()
	if ok, err = p.Unsubscribe(r.Context(), s); err == nil && !ok {
		err = errNoPage
	}
	return s, err
}

// stopPage asks the reader, or says that it is done.
func (p *Pages) stopPage(s table.Stop, done bool) *view {
	say := func(m engine.Message) string { return p.Templates.Say(s.Lang, nil, nil, m) }
	about := engine.Msg(key.UnsubscribeOf+string(s.Kind), engine.Text("game", s.Game), engine.Text("site", p.Config.Identity.SiteName))
	if done {
		about = engine.Msg(key.Unsubscribed)
	}
	return &view{leaf: letters.Leaf{Say: say}, name: "stop.html", Lang: s.Lang, Static: "../static/", Still: true, Done: done,
		Title: say(engine.Msg(key.Unsubscribe)), About: say(about)}
}
