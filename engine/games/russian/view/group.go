package view

import (
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian"
	"railpost/engine/games/russian/key"
)

// groupKeys are the headings of placements, by the group of their space in the data.
var groupKeys = map[string]string{
	"tracks": key.GroupTracks, "locomotives": key.GroupWorks, "industry": key.GroupWorks,
	"last_round": key.GroupWorks, "engineers": key.GroupEngineers,
}

// Group returns the heading of a line: few headings, so that the lists stay short.
func (View) Group(acts []engine.Act) engine.Message {
	switch verb := acts[0].Verb; {
	case verb == "place":
		sp, _ := russian.Placement(acts[0].Args)
		return spaceGroup(sp)
	case verb == "pass" || strings.HasSuffix(verb, "stay"):
		return engine.Msg(key.GroupRest)
	case strings.HasPrefix(verb, "move"):
		return spaceGroup(russian.Book.Space(engine.Get[string](acts[0].Args, 0)))
	case strings.HasPrefix(verb, "endcard"):
		return engine.Msg(key.GroupEndcards)
	case strings.HasPrefix(verb, "start"):
		return engine.Msg(key.GroupStart)
	}
	return engine.Message{}
}

func spaceGroup(sp *russian.Space) engine.Message {
	switch {
	case sp.Engineer > 0:
		return engine.Msg(key.GroupEngineers)
	case groupKeys[sp.Group] != "":
		return engine.Msg(groupKeys[sp.Group])
	}
	return engine.Msg(key.GroupRest)
}
