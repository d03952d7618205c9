package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/titles"
	"railpost/pbem/show/export"
	"railpost/templates"
)

type positionCommand struct {
	File  string `arg:"" help:"Exported log, kept game of the tests or position as --json prints it, possibly gzipped."`
	At    uint64 `placeholder:"N" help:"The position after record N of a log; by default after the last."`
	Seat  *int   `placeholder:"N" help:"Only seat N, from 0."`
	Lines int    `default:"40" help:"At most this many legal lines for a seat; 0 for all."`
	JSON  bool   `help:"Only the position, in the form this command reads."`
}

// savedPosition is a position of any title, as a file.
type savedPosition struct {
	Title    string          `json:"title"`
	Setup    engine.Setup    `json:"setup"`
	Players  []string        `json:"players"`
	Snapshot engine.Snapshot `json:"snapshot"`
}

func (c *positionCommand) Run(out io.Writer) error {
	in, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer in.Close()
	p, err := readPosition(in, c.At)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	if c.JSON {
		return printJSON(out, p)
	}
	g, err := p.game()
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	texts, err := templates.New()
	if err != nil {
		return err
	}
	if c.Seat != nil && (*c.Seat < 0 || *c.Seat >= g.Setup.Seats) {
		return fmt.Errorf("there is no seat %d; seats are 0 to %d", *c.Seat, g.Setup.Seats-1)
	}
	fmt.Fprintf(out, "%s version %d, %d seats, after record %d\n", p.Title, g.Setup.Version, g.Setup.Seats, g.Seq)
	d := printer{out, g, g.Players(), texts}
	for seat := range engine.Seat(g.Setup.Seats) {
		if c.Seat == nil || int(seat) == *c.Seat {
			d.seat(seat, c.Lines)
		}
	}
	return nil
}

// readPosition reads a saved position, or the one after record at of a log (0: the last).
func readPosition(in io.Reader, at uint64) (p savedPosition, err error) {
	text, err := export.Unpacked(in)
	if err != nil {
		return p, err
	}
	b, err := io.ReadAll(text)
	if err != nil {
		return p, err
	}
	if json.Unmarshal(b, &p) == nil && p.Title != "" {
		return p, nil
	}
	records, seed, err := readRecords(b)
	if err != nil {
		return p, err
	}
	if at > uint64(len(records)) {
		return p, fmt.Errorf("there is no record %d; the last is %d", at, len(records))
	}
	if at > 0 {
		records = records[:at]
	}
	g, err := engine.Replay(titles.Find, records, seed)
	if err != nil {
		return p, err
	}
	return savedPosition{g.Title.Name(), g.Setup, records[0].Begin.Players, g.Snapshot()}, nil
}

// readRecords reads an exported log or a kept game, which is a log without hashes. The seed
// is nil if the file does not contain it.
func readRecords(b []byte) (records []*engine.Record, seed engine.Seed, err error) {
	log, exportErr := export.Read(bytes.NewReader(b))
	if exportErr == nil {
		return log.Records, log.Seed, nil
	}
	for line := range bytes.Lines(b) {
		r, err := engine.ReadRecord(bytes.TrimSpace(line))
		if err != nil || r.Seq != uint64(len(records)+1) {
			return nil, nil, exportErr
		}
		records = append(records, r)
	}
	if len(records) == 0 || records[0].Begin == nil {
		return nil, nil, exportErr
	}
	return records, nil, nil
}

func (p savedPosition) game() (*engine.Game, error) {
	t := titles.Find(p.Title)
	if t == nil {
		return nil, fmt.Errorf("there is no title %q", p.Title)
	}
	setup, err := engine.CheckSetup(t, p.Setup)
	if err != nil {
		return nil, err
	}
	g, err := engine.Resume("lab", t, setup, nil, p.Snapshot)
	if err != nil {
		return nil, err
	}
	g.SetNames(p.Players)
	return g, nil
}

// printer writes each seat's question, orders and view.
type printer struct {
	out     io.Writer
	game    *engine.Game
	players []string
	texts   *templates.Set
}

func (d printer) seat(seat engine.Seat, lines int) {
	pos, title := d.game.Pos, d.game.Title
	fmt.Fprintf(d.out, "\n==== seat %d, %s\n", seat, d.players[seat])
	forms := map[string]string{}
	for _, u := range advise.Help(pos, seat, "") {
		forms[u.Verb] = u.Form
	}
	for _, q := range pos.Prompts(seat) {
		d.prompt(q, forms)
	}
	list := advise.List(title, pos, seat, "", 0, lines)
	if len(list.Choices) > 0 {
		fmt.Fprintf(d.out, "\n-- legal lines: %d and %d more\n", len(list.Choices), list.Left())
	}
	for _, c := range list.Choices {
		fmt.Fprintf(d.out, "%s\n", c.Line)
	}
	view := pos.View(seat)
	for _, part := range title.Parts() {
		blocks, err := engine.Show(title, view, seat, part.Name, "", false)
		if err != nil {
			fmt.Fprintf(d.out, "\n-- sheet %s: %v\n", part.Name, err)
			continue
		}
		fmt.Fprintf(d.out, "\n-- sheet %s\n%s", part.Name, d.texts.Blocks(templates.English, d.players, blocks))
	}
}

func (d printer) prompt(q engine.Prompt, forms map[string]string) {
	mark := ""
	if q.Optional {
		mark = " (may act; the game does not wait)"
	}
	fmt.Fprintf(d.out, "\n-- prompt, rule %s%s: %s\n", q.Rule, mark, d.say(q.Ask))
	for _, v := range q.Verbs {
		if v.Not != nil {
			fmt.Fprintf(d.out, "   %s  # not now: %s\n", v.Name, d.say(v.Not().Why))
			continue
		}
		fmt.Fprintf(d.out, "   %s  # %s\n", forms[v.Name], d.say(engine.Msg(v.Gloss)))
	}
}

func (d printer) say(m engine.Message) string {
	return d.texts.Say(templates.English, d.players, nil, m)
}
