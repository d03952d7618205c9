package web

import (
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/advise/tap"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/compose"
	"railpost/pbem/show/web/key"
	"railpost/templates"
)

// Limits on the content of a page's address.
const (
	queryMost = 4000
	linesMost = 30
)

// order is the page on which a seat composes orders: they end in a mail that holds no token, which plays
// nothing by itself.
func (p *Pages) order(w http.ResponseWriter, r *http.Request) {
	who, err := p.reader(r)
	if err == nil && (who.seat < 0 || len(r.URL.RawQuery) > queryMost) {
		err = errNoPage
	}
	w.Header().Set("Content-Security-Policy", formPolicy)
	name := fmt.Sprintf("%s %d order?%s", who.head.Game, who.seat, r.URL.RawQuery)
	p.answer(w, r, name, p.pageSources(who.seen), func() ([]byte, error) {
		if err != nil {
			return nil, err
		}
		g, err := p.current(r.Context(), who)
		if err != nil {
			return nil, err
		}
		s := &sheet{Pages: p, game: g, seat: who.seat, root: "./"}
		return s.composed(r.URL.Query())
	})
}

// orderView is the content of the page.
type orderView struct {
	*view
	composing
	Faults  []string
	Done    string // continues with the order so far as one of the lines
	Again   string // leads back to its beginning
	Drop    string // leads back to before the last line
	Asks    []ask
	Mail    template.URL // opens the mail; "" if there is none, or it is too long
	Address string
	Subject string
	Closed  string // why nothing can be composed
}

// composing is the composition so far.
type composing struct {
	Lines []string
	Order tap.Order
	Does  []string // the effect of the order, if it may end here

	game   *engine.Game // after the lines, as the seat may know it
	ended  bool         // the last line shows something hidden
	after  engine.Earlier
	places []string // places that the order must name
}

// ask is a question with its links.
type ask struct {
	Head    string
	Choices []link
	Ways    []link
	Numbers *tap.Numbers
	Between string // says which numbers
}

type link struct{ To, Text, Gloss string }

// composed is the page for a query: the lines so far, the unfinished order, and places that it must name.
func (s *sheet) composed(q url.Values) ([]byte, error) {
	leaf, err := s.writer.LeafBlocks(s.game, s.seat, nil)
	if err != nil {
		return nil, err
	}
	v := &orderView{view: s.view(leaf)}
	v.Title, v.Ordering = leaf.Say(engine.Msg(key.OrderTitle, engine.Text("game", s.game.Table.Game))), true
	v.Orders, v.About = true, v.Title
	if !s.asked() {
		v.Closed = v.Word("order-closed")
		return v.html()
	}
	now := *s.game.Now
	now.Pos = now.Pos.View(s.seat)
	v.game = &now
	if err := s.write(v, q); err != nil {
		return nil, err
	}
	s.link(v)
	if v.Board, err = s.tapBoard(v); err != nil {
		return nil, err
	}
	return v.html()
}

// Words returns an order, or words of one, as the reader writes it; addresses have them as the
// log does.
func (v *orderView) Words(order string) string { return v.leaf.Order(order) }

// asked reports whether the reader can order anything.
func (s *sheet) asked() bool {
	return s.seat >= 0 && s.game.Now != nil && s.game.Table.State == table.Running && len(s.game.Now.Pos.Prompts(s.seat)) > 0
}

func (v *orderView) html() ([]byte, error) { return rendered("order.html", v) }

// write plays the lines of the query, and finds the continuations.
func (s *sheet) write(v *orderView, q url.Values) error {
	fault := func(say string, args ...engine.Arg) {
		v.Faults = append(v.Faults, v.leaf.Say(engine.Msg(say, args...)))
	}
	for _, line := range q["line"][:min(len(q["line"]), linesMost)] {
		if v.ended {
			break
		}
		ok, err := v.play(s.seat, line)
		if err != nil {
			return err
		}
		if !ok {
			fault(key.OrderRefused, engine.Order("line", line))
			break
		}
	}
	text, places := strings.Join(strings.Fields(q.Get("order")), " "), q["at"]
	if n := strings.TrimSpace(q.Get("n")); n != "" {
		text += " " + n
	}
	ok := v.next(s.seat, text, places)
	if !ok && len(places) > 0 {
		fault(key.OrderMissed, engine.Text("place", strings.Join(places, ", ")))
		ok = v.next(s.seat, text, nil)
	}
	if !ok && text != "" {
		fault(key.OrderLost, engine.Order("line", text))
		ok = v.next(s.seat, "", nil)
	}
	if whole := v.Order.Line; ok && whole != "" && len(v.Order.Asks) == 0 && text != "" {
		if ok, err := v.play(s.seat, whole); err != nil || !ok {
			return err
		}
		v.next(s.seat, "", nil)
	}
	return s.tellEffect(v)
}

// play adds a line; false: it is refused.
func (c *composing) play(seat engine.Seat, line string) (bool, error) {
	r, err := c.game.TryAfter(seat, line, true, c.after)
	if err != nil {
		_, refused := engine.AsRefusal(err)
		if refused {
			err = nil
		}
		return false, err
	}
	c.Lines, c.ended = append(c.Lines, r.Said), r.Stopped
	c.game, c.after.Shows = c.game.After(r), c.after.Shows || r.Shows
	return true, nil
}

// next finds the continuations of the beginning of an order.
func (c *composing) next(seat engine.Seat, text string, places []string) (ok bool) {
	c.Order, c.places = tap.Order{}, places
	if c.ended || len(c.game.Pos.Prompts(seat)) == 0 {
		return text == ""
	}
	o, ok := tap.Next(c.game.Title, engine.TrialAfter(c.game.Pos, seat, c.after), text, places...)
	if ok {
		c.Order = o
	}
	return ok
}

// tellEffect tells the effect of the order if it ended here.
func (s *sheet) tellEffect(v *orderView) error {
	if v.Order.Line == "" {
		return nil
	}
	r, err := v.game.TryAfter(s.seat, v.Order.Line, true, v.after)
	if err != nil {
		return err
	}
	reports := engine.Each(engine.For(s.seat, r.Reports), func(one engine.Report) engine.Message { return one.Message })
	for _, passage := range v.game.Title.Tell(reports) {
		if passage.Block == nil {
			v.Does = append(v.Does, v.leaf.Say(passage.Say))
		}
	}
	return nil
}

// to is a link to the page with some lines and the beginning of an order.
func to(lines []string, order string, at ...string) string {
	q := url.Values{}
	if len(lines) > 0 {
		q["line"] = lines
	}
	if order != "" {
		q.Set("order", order)
	}
	if len(at) > 0 {
		q["at"] = at
	}
	return "order?" + q.Encode()
}

// on links to the page with a choice; places that it does not name remain.
func (c *composing) on(choice tap.Choice) string {
	return to(c.Lines, choice.Text, slices.DeleteFunc(slices.Clone(c.places), func(p string) bool { return tap.Named(choice.Text, p) })...)
}

// link fills in where the parts of the page lead.
func (s *sheet) link(v *orderView) {
	if v.Order.Text != "" {
		v.Again = to(v.Lines, "")
	}
	if n := len(v.Lines); n > 0 {
		v.Drop = to(v.Lines[:n-1], "")
	}
	if v.Order.Line != "" {
		v.Done = to(append(slices.Clone(v.Lines), v.Order.Line), "")
	}
	for _, q := range v.Order.Asks {
		ways := engine.Each(q.Ways, func(c tap.Choice) link { return link{To: v.on(c), Text: v.Words(c.Says)} })
		a := ask{Head: s.asks(v, q), Numbers: q.Numbers, Ways: ways}
		for _, c := range q.Choices {
			l := link{To: v.on(c), Text: v.Words(c.Says)}
			if c.Gloss != "" {
				l.Gloss = v.leaf.Say(engine.Msg(c.Gloss))
			}
			a.Choices = append(a.Choices, l)
		}
		if n := q.Numbers; n != nil {
			a.Between = v.leaf.Say(engine.Msg(key.OrderNumber, engine.Int("from", n.From), engine.Int("to", n.To)))
		}
		v.Asks = append(v.Asks, a)
	}
	if v.Order.Cut {
		v.Faults = append(v.Faults, v.Word("order-cut"))
	}
	if len(v.Lines) > 0 {
		about := compose.OrderSubject{Game: s.game.Table.Game, Step: compose.Step{N: s.game.Table.HiddenRecords.Step(s.game.Now.Seq, s.seat), Epoch: s.game.Table.Epoch}}
		v.Address, v.Subject = s.Config.Identity.BaseAddress, about.Subject()
		v.Mail = template.URL(templates.Mailto(v.Address, v.Subject, engine.Each(v.Lines, v.Words)))
	}
}

// asks names the subject of a question.
func (s *sheet) asks(v *orderView, q tap.Question) string {
	if q.Param == "" {
		return v.leaf.Say(q.Ask)
	}
	for _, of := range []string{s.game.Table.Title, "engine"} {
		if say := of + ".param." + q.Param; s.Templates.Has(v.Lang, say) {
			return v.leaf.Say(engine.Msg(key.OrderParam, engine.Term("param", say)))
		}
	}
	return q.Param
}

// tapBoard is the board after the lines, on which places that the order can name are links.
func (s *sheet) tapBoard(v *orderView) (*drawn, error) {
	return s.board(v.leaf, v.game, nil, func(names ...string) string {
		for _, name := range names {
			if to := v.place(name); to != "" {
				return to
			}
		}
		return ""
	})
}

// place is the target of a tap on a place: the choice that names it, or all choices about it; or, if there is
// none, nothing.
func (c *composing) place(name string) string {
	if name == "" || slices.Contains(c.places, name) {
		return ""
	}
	var named []tap.Choice
	for _, q := range c.Order.Asks {
		for _, choice := range q.Choices {
			if choice.Says == name {
				return c.on(choice)
			}
			if slices.Contains(choice.Names, name) {
				named = append(named, choice)
			}
		}
	}
	about := slices.ContainsFunc(c.Order.Places, func(p string) bool { return p == name || strings.HasPrefix(p, name+".") })
	switch {
	case len(named) == 1:
		return c.on(named[0])
	case len(named) > 1 || about:
		return to(c.Lines, c.Order.Text, append(slices.Clone(c.places), name)...)
	}
	return ""
}
