package view

import (
	"railpost/engine"
	"railpost/engine/games/tycoon"
	"railpost/engine/games/tycoon/key"
)

// aim tells briefly why an action is the usual one, by its reports.
func (u *usual) aim(r *engine.Result) engine.Message {
	is := r.Pos.(*tycoon.State)
	for _, m := range r.Reports {
		switch m.Key {
		case key.ReportAward:
			return engine.Msg(key.AimAward, m.Args...)
		case key.ReportDeliver:
			return u.aimDelivery(r, m.Message)
		case key.ReportUpgrade, key.ReportUrbanize, key.ReportCardTile, key.ReportBuildLink, key.ReportBuildJoined:
			if aim := u.aimOpening(is); aim.Key != "" {
				return aim
			}
			if m.Key == key.ReportUpgrade {
				return engine.Msg(key.AimEngine)
			}
			return engine.Msg(key.AimGrow)
		case key.ReportCard:
			return engine.Msg(key.AimCard, engine.Say("effect", cardWords(u.s, m.Message.Of("number").Int)))
		case key.ReportCardActions:
			return engine.Msg(key.AimActions)
		case key.ReportCardCity:
			return engine.Msg(key.AimCubes, m.Args...)
		case key.ReportWestern:
			return engine.Msg(key.AimWestern)
		}
	}
	return engine.Msg(key.AimGrow)
}

// aimDelivery tells who else could take the cube, or its points.
func (u *usual) aimDelivery(r *engine.Result, m engine.Message) engine.Message {
	if list := rivalsFor(u.s, u.seat, r.Acts); len(list) > 0 {
		return engine.Msg(key.AimBefore, append(m.Args, engine.SeveralOf("players", list, engine.Player))...)
	}
	p := u.me.Position
	return engine.Msg(key.AimDeliver, append(m.Args, engine.Int("income", u.s.Income(p+m.Of("n").Int)))...)
}

// aimOpening names the cubes that a link, a tile or an engine brings within reach; the zero Message if none.
func (u *usual) aimOpening(is *tycoon.State) engine.Message {
	switch at, next := openedBy(u.s, is, u.seat, 0), openedBy(u.s, is, u.seat, 1); {
	case at.cubes.Total() > 0:
		return engine.Msg(key.AimOpens, tycoon.CubesArg("cubes", at.cubes))
	case at.points > 0:
		return engine.Msg(key.AimLonger, engine.Int("n", at.points))
	case next.cubes.Total() > 0:
		return engine.Msg(key.AimOpensNext, tycoon.CubesArg("cubes", next.cubes), engine.Int("level", is.Player(u.seat).Engine+1))
	}
	return engine.Message{}
}
