package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/titles"
	"railpost/pbem/run/plain"
	"railpost/pbem/show/export"
)

type gameReplayCommand struct {
	listing
	File string `arg:"" help:"Exported log, compressed or not; - for standard input."`
}

// replayed is the outcome of a log.
type replayed struct {
	Game    string      `json:"game"`
	Title   string      `json:"title"`
	Version int         `json:"version"`
	Players []string    `json:"players"`
	Steps   int         `json:"steps"`
	Over    bool        `json:"over"`
	Scores  []scoreText `json:"scores"`
	Digest  string      `json:"digest,omitempty"` // "" without the seed
	Hash    string      `json:"hash"`
	Seed    bool        `json:"seed"` // the log includes its seed: digests and draws were compared

	// From the first letters: the SHA-256 of the seed, or, if players contributed to it, of the service's part;
	// and their contributions.
	Commitment string   `json:"commitment,omitempty"`
	Added      []string `json:"added,omitempty"`
}

type scoreText struct {
	Rank   int    `json:"rank"`
	Player string `json:"player"`
	Points int    `json:"points"`
}

func (c *gameReplayCommand) Run(a *app) (err error) {
	in, err := a.input(c.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	text, err := export.Unpacked(in)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	log, err := export.Read(text)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	out, err := replay(log)
	if err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return c.show(a, out, func() { out.print(a) })
}

func replay(log *export.Log) (replayed, error) {
	g, err := engine.Replay(titles.Find, log.Records, log.Seed)
	if err != nil {
		return replayed{}, err
	}
	if log.Seed != nil {
		if err := engine.CheckDraws(g.Name, log.Seed, log.Records); err != nil {
			return replayed{}, err
		}
	}
	b := log.Records[0].Begin
	out := replayed{Game: g.Name, Title: b.Title, Version: g.Setup.Version, Players: b.Players, Steps: len(log.Records), Over: g.Pos.Over(),
		Scores: []scoreText{}, Digest: g.Digest(), Hash: log.Last.String(), Seed: log.Seed != nil}
	if out.Seed {
		out.Commitment, out.Added = log.Seed.Commitment(), log.Added
	}
	if log.Service != nil {
		out.Commitment = engine.Seed(log.Service).Commitment()
	}
	for _, s := range g.Title.Scores(g.Pos) {
		out.Scores = append(out.Scores, scoreText{s.Rank, playerName(g.Players(), s.Seat), s.Points})
	}
	slices.SortStableFunc(out.Scores, func(a, b scoreText) int { return a.Rank - b.Rank })
	return out, nil
}

func playerName(names []string, s engine.Seat) string {
	if s < 0 || int(s) >= len(names) {
		return "seat " + strconv.Itoa(int(s))
	}
	return names[s]
}

func (r replayed) print(a *app) {
	state := engine.If(r.Over, "over", "not over")
	a.printf("game %s: %s version %d, %s, %s\n\n", r.Game, r.Title, r.Version, plain.Count(r.Steps, "step"), state)
	rows := [][]string{{"RANK", "PLAYER", "POINTS"}}
	for _, s := range r.Scores {
		rows = append(rows, []string{strconv.Itoa(s.Rank), s.Player, strconv.Itoa(s.Points)})
	}
	a.table(rows)
	digest := r.Digest
	if !r.Seed {
		digest = "unknown (the log has no seed, so the draws are those recorded)"
	}
	a.printf("\nposition %s\nlog      %s\n", digest, r.Hash)
	if r.Seed {
		a.printf("\nseed: every draw follows from it. The first letters must have shown this fingerprint\n  %s\n", r.Commitment)
	}
	if r.Seed && len(r.Added) > 0 {
		a.printf("and these words that players added\n  %s\n", strings.Join(r.Added, "\n  "))
	}
}
