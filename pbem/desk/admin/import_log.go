package admin

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/desk/tell"
	"railpost/pbem/desk/turn"
	"railpost/pbem/facts/content"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/export"
	"railpost/templates"
)

// importLog takes over a game from its exported log. Records and hashes stay as they are,
// so the game keeps its name, from which its draws follow, too.
func (d createDesk) importLog(ctx context.Context, p ImportGame) (*Created, error) {
	log, g, err := d.readLog(p)
	if err != nil {
		return nil, err
	}
	players := &log18xx.File{}
	begin := log.Records[0].Begin
	for i, name := range begin.Players {
		p.erased = append(p.erased, name == "")
		name = cmp.Or(name, table.SeatName(engine.Seat(i)))
		players.Players = append(players.Players, log18xx.Player{Name: name})
	}
	if p.Players, err = addressed(players, p.Addresses); err != nil {
		return nil, err
	}
	p.Title, p.Options, p.StartNow, p.Seed = begin.Title, begin.Setup.Options, true, log.Seed
	p.Rules = slices.Concat(begin.Rules, p.Rules)
	t, err := d.newTable(ctx, p.CreateGame)
	if err != nil {
		return nil, err
	}
	t.State, t.Service = table.Running, log.Service
	for i, added := range log.Added[:min(len(log.Added), len(t.Players))] {
		t.Players[i].Added = added
	}
	c, err := d.newGame(ctx, t)
	if err != nil {
		return nil, err
	}
	c.Continue(g, log.Records)
	c.Note(engine.Nobody, engine.Report{Message: engine.Msg(key.Brought)})
	for i := range t.Players { // earlier events are not reported again
		t.Players[i].Moved, t.Players[i].Told = c.Seq(), c.Seq()
	}
	turn.Advance(ctx, c, engine.Nobody)
	tell.All(ctx, c, templates.Start, content.Facts{Since: c.Seq()})
	return d.created(ctx, c, p.DryRun)
}

// readLog reads a log that can be continued, and replays it.
func (d createDesk) readLog(p ImportGame) (*export.Log, *engine.Game, error) {
	log, err := export.Read(strings.NewReader(p.File))
	if err != nil {
		return nil, nil, fault.Wrong("export it again with railpost game export", "%v", err)
	}
	first := log.Records[0]
	switch {
	case first.Kind != engine.Begun || first.Begin == nil:
		return nil, nil, fault.Wrong("export a game that has begun", "the log does not begin with the beginning of a game")
	case p.Game != first.Begin.Game:
		return nil, nil, fault.Wrong("leave the name out", "the game keeps its name %s, because its draws follow from it", first.Begin.Game)
	case p.OwnRulings || len(p.Options) > 0:
		return nil, nil, fault.Wrong("the players can propose another option when the game continues here", "the log says by which rules its game is played")
	case p.Until > 0:
		return nil, nil, fault.Wrong("railpost game undo goes back after the import", "--until is for games of the public 18xx site")
	case log.Seed == nil:
		return nil, nil, fault.Wrong("export it with --secret", "the log has no seed, which later draws need")
	case calledOff(log.Records):
		return nil, nil, fault.Wrong("railpost game replay shows it", "the game was called off, and its export showed hidden information")
	}
	if err := sameBytes(log); err != nil {
		return nil, nil, fault.Wrong("import it with the version of Railpost that exported it, and upgrade then", "%v", err)
	}
	g, err := engine.Replay(d.Titles, log.Records, log.Seed)
	if err == nil {
		err = engine.CheckDraws(g.Name, log.Seed, log.Records)
	}
	switch {
	case err != nil:
		return nil, nil, fault.Wrong("nothing was imported; railpost game replay reads the same file", "%v", err)
	case g.Pos.Over():
		return nil, nil, fault.Wrong("railpost game replay shows it", "the game in the file is over; there is nothing left to play")
	}
	return log, g, nil
}

// calledOff reports whether the last thing in a log is that the game was called off.
func calledOff(records []*engine.Record) bool {
	for _, r := range slices.Backward(records) {
		if r.Kind != engine.Noted {
			return false
		}
		if slices.ContainsFunc(r.Reports, func(rep engine.Report) bool { return rep.Key == key.Ended }) {
			return true
		}
	}
	return false
}

// sameBytes returns an error if this program would store a record with other bytes, so that
// the hashes of the log would not match.
func sameBytes(log *export.Log) error {
	var last engine.Hash
	for _, r := range log.Records {
		b, err := r.Bytes()
		if err != nil {
			return err
		}
		last = engine.Chain(last, b)
	}
	if !bytes.Equal(last[:], log.Last[:]) {
		return errors.New("this version would store the log with other bytes")
	}
	return nil
}
