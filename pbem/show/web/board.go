package web

import (
	"bytes"
	"cmp"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/board"
	"railpost/pbem/show/letters"
	"railpost/pbem/show/picture"
	"railpost/pbem/show/web/key"
)

// drawn is a board on a page: a drawing whose hexes and boxes for workers explain themselves, and its views.
type drawn struct {
	SVG    template.HTML
	Views  []boardView
	Marked bool // it shows the suggested move
}

// onPage draws a board without a map as narrow as letters do: its boxes are legible on a phone.
func onPage(b *board.Board) picture.Options {
	o := picture.Options{Themed: true}
	if b.Map == nil {
		o.Width = 560
	}
	return o
}

// board draws a position as the reader may know it, or with the changes of a suggested move; nil if its title has no
// picture. to returns the link of a place with one of these names, or ""; nil: there are no links.
func (s *sheet) board(leaf letters.Leaf, at, suggested *engine.Game, to func(names ...string) string) (*drawn, error) {
	b := at.Title.Picture(at.Pos.View(s.seat), s.seat)
	if b == nil {
		return nil, nil
	}
	word := func(b *board.Board) {
		b.Call(s.game.Players())
		b.Word(leaf.Order, func(key string) string { return leaf.Say(engine.Msg(key)) })
	}
	now, marked := b, false
	if suggested != nil {
		after := at.Title.Picture(suggested.Pos.View(s.seat), s.seat)
		if marked = after.Since(b.Print()); marked {
			word(after)
			b = after
		}
	}
	word(now)
	var out bytes.Buffer
	if err := s.drawer.Draw(&out, picture.SVG, b, onPage(b)); err != nil {
		return nil, err
	}
	width, height, areas := picture.Areas(b, onPage(b))
	_, inner, ok := strings.Cut(out.String(), "<svg")
	if ok {
		_, inner, ok = strings.Cut(inner, ">")
	}
	if !ok {
		return nil, fmt.Errorf("web: the drawing is not SVG")
	}
	var svg strings.Builder
	role := "img"
	if to != nil { // parts of an image cannot be links
		role = "group"
	}
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" role="%s" viewBox="0 0 %.0f %.0f" aria-label="%s">`, role, width, height,
		html.EscapeString(leaf.Say(engine.Msg(key.Board, engine.Text("game", s.game.Table.Game)))))
	drawing, _, _ := strings.Cut(inner, "</svg>")
	svg.WriteString(drawing)
	t := newTeller(leaf.Say, now)
	t.to = to
	for _, a := range areas {
		t.area(&svg, a)
	}
	svg.WriteString("</svg>")
	return &drawn{template.HTML(svg.String()), views(leaf, b, s.seat, areas, to), marked}, nil
}

// teller describes the contents of the hexes and boxes of a board.
type teller struct {
	Say   func(engine.Message) string
	board *board.Board
	hexes map[string]*board.Hex
	links map[string][]*board.Link // that run over a hex
	boxes map[string]*board.Box
	to    func(names ...string) string
}

func newTeller(say func(engine.Message) string, b *board.Board) *teller {
	t := &teller{Say: say, board: b, hexes: map[string]*board.Hex{}, links: map[string][]*board.Link{}, boxes: map[string]*board.Box{}}
	for i := range b.Boxes {
		t.boxes[b.Boxes[i].Name] = &b.Boxes[i]
	}
	if b.Map == nil {
		return t
	}
	for i := range b.Map.Hexes {
		t.hexes[b.Map.Hexes[i].Name] = &b.Map.Hexes[i]
	}
	for i := range b.Map.Links {
		l := &b.Map.Links[i]
		for _, p := range l.Pieces {
			if !slices.Contains(t.links[p.Hex], l) {
				t.links[p.Hex] = append(t.links[p.Hex], l)
			}
		}
	}
	return t
}

// area writes a place that shows its description when pointed at.
func (t *teller) area(svg *strings.Builder, a picture.Area) {
	names := []string{a.Name}
	if h := t.hexes[a.Name]; h != nil && h.Place != "" {
		names = append(names, h.Place)
	}
	to := ""
	if t.to != nil {
		to = t.to(names...)
	}
	class := "hex"
	if to != "" {
		class = "hex tap"
		fmt.Fprintf(svg, `<a href="%s" aria-label="%s">`, html.EscapeString(to), html.EscapeString(strings.Join(names, " ")))
		defer svg.WriteString("</a>")
	}
	fmt.Fprintf(svg, `<polygon class="%s" data-hex="%s" points="`, class, html.EscapeString(a.Name))
	for i, p := range a.Points {
		if i > 0 {
			svg.WriteByte(' ')
		}
		fmt.Fprintf(svg, "%.1f,%.1f", p[0], p[1])
	}
	fmt.Fprintf(svg, `"><title>%s</title></polygon>`, html.EscapeString(strings.Join(t.tell(a.Name), "\n")))
}

// tell returns a description of a hex or a box.
func (t *teller) tell(name string) (lines []string) {
	say := func(key string, args ...engine.Arg) { lines = append(lines, t.Say(engine.Msg(key, args...))) }
	if h := t.hexes[name]; h != nil {
		t.hex(say, h)
	}
	if b := t.boxes[name]; b != nil {
		t.box(say, b)
	}
	for _, l := range t.links[name] {
		say(engine.If(l.Open, key.HexOpen, key.HexLink), t.owner(l.Owner))
	}
	return lines
}

func (t *teller) hex(say func(string, ...engine.Arg), h *board.Hex) {
	name := engine.Text("name", h.Name)
	if h.Place != "" {
		say(key.HexPlace, name, engine.Text("place", h.Place))
	} else {
		say(key.Hex, name)
	}
	switch {
	case h.Tile.Number != "":
		say(key.HexTile, engine.Text("number", h.Tile.Number), engine.Term("colour", key.ColourOf+h.Tile.Colour))
	default:
		for _, sign := range h.Terrain {
			say(key.HexTerrain, engine.Term("terrain", key.TerrainOf+string(sign)))
		}
		if h.Cost > 0 {
			say(key.HexCost, engine.Int("n", h.Cost))
		}
	}
	if h.Tile.Label != "" {
		say(key.HexLabel, engine.Text("label", h.Tile.Label))
	}
	for _, o := range h.For {
		say(key.HexHome, t.owner(o))
	}
	for i := range h.Tile.Stops {
		t.stop(say, &h.Tile.Stops[i])
	}
	if h.Town != nil {
		t.town(say, h.Town)
	}
}

// box tells the cost of a space and its pieces. The choices tell its effect.
func (t *teller) box(say func(string, ...engine.Arg), b *board.Box) {
	say(key.Hex, engine.Text("name", cmp.Or(b.Label, b.Name)))
	workers := 0
	for _, letter := range b.Takes {
		if letter == "" {
			workers++
		}
	}
	if workers > 0 {
		say(key.BoxWorkers, engine.Int("n", workers))
	}
	if coins := len(b.Takes) - workers; coins > 0 {
		say(key.BoxCoins, engine.Int("n", coins))
	}
	for _, on := range b.On {
		say(key.BoxTaken, t.owner(on.Owner), engine.Int("n", on.N))
	}
	if b.Later {
		say(key.BoxLater)
	}
}

func (t *teller) stop(say func(string, ...engine.Arg), s *board.Stop) {
	kind := engine.Term("stop", key.StopOf+string(s.Kind))
	switch {
	case s.Values != nil:
		var list []engine.Arg
		for _, v := range s.Values {
			of := engine.If(v.Now, key.HexPhaseNow, key.HexPhase)
			list = append(list, engine.Say("", engine.Msg(of, engine.Term("colour", key.ColourOf+v.Colour), engine.Int("n", v.N))))
		}
		say(key.HexValues, kind, engine.Several("values", list...))
	case s.Value > 0:
		say(key.HexValue, kind, engine.Int("n", s.Value))
	default:
		say(key.HexStop, kind)
	}
	free := 0
	for _, slot := range s.Slots {
		switch {
		case slot.Owner != board.NoOwner:
			say(key.HexToken, t.owner(slot.Owner))
		case slot.Kept != board.NoOwner:
			say(key.HexKept, t.owner(slot.Kept))
		default:
			free++
		}
	}
	if free > 0 {
		say(key.HexFree, engine.Int("n", free))
	}
}

func (t *teller) town(say func(string, ...engine.Arg), town *board.Town) {
	if town.Colour != "" {
		say(key.HexTown, engine.Term("colour", key.ColourOf+town.Colour))
	}
	switch {
	case len(town.Goods) > 0:
		say(key.HexGoods, engine.SeveralOf("goods", town.Goods, func(name string, g board.Good) engine.Arg { return engine.Text(name, g.Letter) }))
	case town.Empty:
		say(key.HexEmpty)
	}
}

// owner names a player, or a company in full.
func (t *teller) owner(i int) engine.Arg {
	if i < 0 || i >= len(t.board.Owners) {
		return engine.Text("owner", "-")
	}
	o := t.board.Owners[i]
	switch {
	case o.Seat >= 0:
		return engine.Player("owner", engine.Seat(o.Seat))
	case o.Name != "" && o.Name != o.Mark:
		return engine.Text("owner", o.Mark+" ("+o.Name+")")
	}
	return engine.Text("owner", o.Mark)
}
