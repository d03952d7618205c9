package lobby

import (
	"context"
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/engine/robot"
	"railpost/pbem/desk/admin"
	"railpost/pbem/desk/profiles"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// A first game against robots, with the tutor: it begins at once.

// soloWord replaces the number of players.
const soloWord = "solo"

const (
	soloRobots = 2 // in a title without a solo game
	solosADay  = 5 // games that one person may begin
)

// soloNames are those of robots; the player's own is skipped.
var soloNames = []string{"Bot", "Bip", "Bop"}

// solo begins a game of the writer against robots; the words after it are the robots' level.
func (v *visit) solo(ctx context.Context, t engine.Title, args []string) error {
	level := robot.Normal
	if len(args) > 0 {
		var err error
		if level, err = robot.Read(args[0]); err != nil || len(args) > 1 {
			return refuse(key.SoloHow)
		}
	}
	if v.p.Name == "" {
		return refuse(key.WhoAreYou)
	}
	_, running, err := v.played(ctx, t.Name())
	switch {
	case err != nil:
		return err
	case running != "":
		return refuse(key.SoloRunning, engine.Text("game", running), titleArg(t.Name()))
	case v.c.CountToday(ctx, "solo/"+v.p.Address()) > solosADay:
		return refuse(key.SoloMany, engine.Int("n", solosADay))
	}
	p := admin.CreateGame{Title: t.Name(), Language: v.p.Lang, Players: []string{fmt.Sprintf("%q <%s>", v.p.Name, v.p.Address())}, StartNow: true, Tutor: true}
	if p.Game, err = v.soloName(ctx); err != nil {
		return err
	}
	if lo, _ := t.Seats(); lo > 1 { // else its rules have an opponent, in a short game
		for _, name := range v.robots() {
			p.Robots = append(p.Robots, name+":"+string(level))
		}
	}
	c, err := v.prepare(ctx, p)
	if err != nil {
		return err
	}
	v.created = c
	v.tell(engine.Msg(key.Started, engine.Text("game", p.Game)))
	return nil
}

// robots returns the names of the writer's opponents.
func (v *visit) robots() []string {
	others := func(name string) bool { return engine.Fold(name) == engine.Fold(v.p.Name) }
	return slices.DeleteFunc(slices.Clone(soloNames), others)[:soloRobots]
}

// soloName draws a name that no game has.
func (v *visit) soloName(ctx context.Context) (string, error) {
	for {
		drawn := make([]byte, 3)
		if _, err := io.ReadFull(v.lobby.Desk.Random, drawn); err != nil {
			return "", fmt.Errorf("drawing the name of a game: %w", err)
		}
		name := soloWord + "-" + strings.ToLower(base32.StdEncoding.EncodeToString(drawn)[:4])
		if taken, err := profiles.NameTaken(ctx, v.c, name); err != nil || !taken {
			return name, err
		}
	}
}

// played reports whether the writer has played a title, and returns their current game of it alone against
// robots; "" if none.
func (v *visit) played(ctx context.Context, title string) (any bool, solo string, err error) {
	err = v.eachGame(ctx, func(_ string, t *table.Table) {
		any = any || t.Title == title
		if t.Title == title && alone(t) {
			solo = t.Name()
		}
	})
	return any, solo, err
}

// eachGame calls do for each game of theirs, with their address in it.
func (v *visit) eachGame(ctx context.Context, do func(address string, t *table.Table)) error {
	for _, a := range v.p.Addresses {
		names, err := v.lobby.GamesOf(ctx, a)
		if err != nil {
			return err
		}
		for _, n := range names {
			g, err := v.lobby.Games.Load(ctx, n)
			if err != nil {
				return err
			}
			do(a, g.Table)
		}
	}
	return nil
}

// alone reports whether only one person plays at a running table.
func alone(t *table.Table) bool {
	return !t.Ended() && t.Alone() && !slices.ContainsFunc(t.Players, func(p table.Player) bool { return p.Resigned })
}

// whileWaiting offers a game against robots to a newcomer to a title who waits for others.
func (v *visit) whileWaiting(ctx context.Context, title string) {
	any, running, err := v.played(ctx, title)
	v.c.Fail(err)
	if !any && running == "" && templates.Teaches(title) {
		v.tell(engine.Msg(key.SoloOffer, engine.Order("line", "new "+title+" "+soloWord)))
	}
}
