package letters

import (
	"context"

	"railpost/engine"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
)

// fillVerify replays the log of a game up to a record and tells the result, and how the reader can do the same.
func (w *Writer) fillVerify(ctx context.Context, p *page, then *engine.Game) error {
	g := p.game
	step := engine.Int("n", int(g.Table.HiddenRecords.Step(then.Seq, engine.Nobody)))
	hash, err := w.Games.PublicHash(ctx, g, then.Seq)
	if err != nil {
		return err
	}
	log := engine.Block{Head: engine.Msg(key.VerifyLog)}
	if err := w.compareReplay(ctx, g, then); err != nil {
		w.Log.Error("a player's check found a log unsound", "game", g.Name, "err", err)
		log.Lines = append(log.Lines, engine.Msg(key.VerifyFault, engine.Text("game", g.Name)))
	} else {
		log.Lines = append(log.Lines, engine.Msg(key.VerifySound, step))
	}
	log.Lines = append(log.Lines, engine.Msg(key.VerifyHash, step), engine.Msg(key.VerifyNumber, engine.Text("number", hash.String())),
		engine.Msg(key.VerifyShort, engine.Text("short", hash.Short())))
	seed := engine.Block{Head: engine.Msg(key.VerifySeed)}
	if c := g.Table.Commitment(); c != "" {
		what := engine.If(g.Table.Service != nil, key.VerifyMixed, key.VerifyCommitment)
		seed.Lines = append(seed.Lines, engine.Msg(what), engine.Msg(key.VerifyNumber, engine.Text("number", c)))
	}
	how := engine.Msg(key.VerifyHow)
	switch g.Table.State {
	case table.Over:
		how = engine.Msg(key.VerifyHowOver, engine.Text("game", g.Name))
	case table.Closed:
		how = engine.Msg(key.VerifyHowClosed)
	}
	seed.Lines = append(seed.Lines, how)
	p.letter.Blocks = append(p.letter.Blocks, log, seed)
	return nil
}

// compareReplay decides a log again up to a record, with its draws, and compares.
func (w *Writer) compareReplay(ctx context.Context, g *games.Game, then *engine.Game) error {
	records, _, err := w.Games.Log(ctx, g.Name)
	if err != nil {
		return err
	}
	records = records[:min(uint64(len(records)), then.Seq)]
	if _, err := engine.Replay(w.Titles, records, g.Table.Seed); err != nil {
		return err
	}
	return engine.CheckDraws(g.Table.Name(), g.Table.Seed, records)
}

// fillRecords adds replies about the past: earlier positions, whether the log is sound, and figures.
func (w *Writer) fillRecords(ctx context.Context, p *page, then *engine.Game) error {
	if p.facts.Stats {
		b, err := w.figures(ctx, p.game, then.Seq, p.letter.Now)
		if err != nil {
			return err
		}
		p.letter.Blocks = append(p.letter.Blocks, b)
	}
	if p.facts.Verify {
		if err := w.fillVerify(ctx, p, then); err != nil {
			return err
		}
	}
	return w.fillThen(ctx, p, then)
}
