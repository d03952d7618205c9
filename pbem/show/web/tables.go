package web

import (
	"cmp"
	"context"
	"crypto/hmac"
	"net/http"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/web/key"
	"railpost/store"
)

// tables is the list of all tables, for the organiser.
func (p *Pages) tables(w http.ResponseWriter, r *http.Request) {
	err := p.mayList(r)
	var rows []tableRow
	var of strings.Builder
	if err == nil {
		rows, err = p.rows(r.Context())
	}
	for _, row := range rows {
		of.WriteString(row.of)
	}
	p.answer(w, r, "tables", p.pageSources(of.String()), func() ([]byte, error) {
		if err != nil {
			return nil, err
		}
		leaf, err := p.writer.LeafBlocks(nil, engine.Nobody, nil)
		if err != nil {
			return nil, err
		}
		v := &view{leaf: leaf, name: "tables.html", Lang: leaf.Lang, Static: "../../static/", Root: "../../",
			Title: leaf.Say(engine.Msg(key.Tables, engine.Text("site", p.Config.Identity.SiteName)))}
		for _, row := range rows {
			for _, p := range row.players {
				name := p.Name
				if p.IsRobot() {
					name = leaf.Say(letters.Robot(p))
				}
				row.Players = append(row.Players, name)
			}
			row.Title, row.State, row.Waits = leaf.Say(engine.Msg(row.Title)), leaf.Say(engine.Msg(row.State)), p.waits(leaf, row.waiting)
			v.Tables = append(v.Tables, row)
		}
		return v.html()
	})
}

// mayList returns errNoPage if the link of a request is not that of the list.
func (p *Pages) mayList(r *http.Request) error {
	secret, err := p.Store.Get(r.Context(), table.OrganisersKey)
	if err != nil {
		return err
	}
	b, err := p.Store.Get(r.Context(), table.TablesRenewedKey())
	if err != nil {
		return err
	}
	n, err := table.ReadRenewed(b)
	if err != nil {
		return err
	}
	link := []byte(strings.ToLower(r.PathValue("link")))
	if !hmac.Equal([]byte(table.TablesToken(secret, n)), link) || len(secret) == 0 {
		return errNoPage
	}
	return nil
}

// tableRow is a game in the list.
type tableRow struct {
	Game, Title, State string
	Players            []string
	Waits              []string // players, and their deadlines
	Page               bool     // it has a public one
	players            []table.Player
	waiting            []engine.Message
	of                 string
	rank               int
}

// rows lists all games that are not archived: running ones first.
func (p *Pages) rows(ctx context.Context) (list []tableRow, err error) {
	err = p.Store.Heads(ctx, func(h store.Head) error {
		t, err := table.Read(h.Doc)
		if err != nil || t.Archived() {
			return err
		}
		seen, err := letters.PageState(t, h.Seq, engine.Nobody)
		row := tableRow{Game: t.Game, Title: t.Title + ".title", State: key.StateOf + string(t.State), players: t.Players,
			Page: t.Rules.HasPage() && t.State != table.Inviting, of: seen}
		if t.Ended() {
			row.rank = 1
		}
		for _, w := range t.Waiting {
			row.waiting = append(row.waiting, waitsFor(t, w, p.now()))
		}
		list = append(list, row)
		return err
	})
	slices.SortStableFunc(list, func(a, b tableRow) int { return cmp.Compare(a.rank, b.rank) })
	return list, err
}

func waitsFor(t *table.Table, w table.Wait, now time.Time) engine.Message {
	say := key.TableUntil
	switch {
	case w.Until.IsZero():
		say = key.TableOpen
	case w.Until.Before(now):
		say = key.TableLate
	}
	return engine.Msg(say, engine.Text("name", t.Players[w.Seat].Name), content.At(w.Until))
}

func (p *Pages) waits(leaf letters.Leaf, list []engine.Message) (out []string) {
	return engine.Each(list, leaf.Say)
}
