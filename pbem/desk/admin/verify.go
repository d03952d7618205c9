package admin

import (
	"context"
	"errors"

	"railpost/engine"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/store"
)

// Verified is the result of game.verify.
type Verified struct {
	Game    string `json:"game"`
	Title   string `json:"title"`
	Version int    `json:"version"`
	Records int    `json:"records"`
	Digest  string `json:"digest"`
	Hash    string `json:"hash"`
	Fault   string `json:"fault,omitempty"` // what is wrong with the log; "" if nothing is
}

// verifyGame replays the whole log and compares digests, chain and draws. Faults of the log are part of the
// result; an error means that it could not be checked.
func (d lookDesk) verifyGame(ctx context.Context, p LookAt) (*Verified, error) {
	g, err := d.Games.Load(ctx, p.Game)
	var v *Verified
	if err == nil {
		v, err = d.verify(ctx, g)
	}
	var done *fault.Mistake
	if err == nil || errors.Is(err, store.ErrNoGame) || errors.As(err, &done) || ctx.Err() != nil {
		return v, err
	}
	v = &Verified{Game: p.Game, Fault: err.Error()}
	if g != nil {
		v.Title, v.Version = g.Table.Title, g.Table.Setup.Version
	}
	return v, nil
}

func (d lookDesk) verify(ctx context.Context, g *games.Game) (*Verified, error) {
	records, hash, err := d.Games.Log(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 {
		return nil, fault.Wrong("verify it once it has begun", "game %s has not begun", g.Name)
	}
	again, err := engine.Replay(d.Titles, records, g.Table.Seed)
	if err != nil {
		return nil, err
	}
	if err := engine.CheckDraws(g.Table.Name(), g.Table.Seed, records); err != nil {
		return nil, err
	}
	if again.Digest() != g.Now.Digest() {
		return nil, errors.New("the stored position differs from the one that the log leads to; keep the file and report it")
	}
	return &Verified{Game: g.Name, Title: g.Table.Title, Version: g.Table.Setup.Version, Records: len(records), Digest: again.Digest(), Hash: hash.String()}, nil
}
