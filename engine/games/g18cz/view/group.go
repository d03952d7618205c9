package view

import (
	"railpost/engine"
	"railpost/engine/games/g18cz"
	"railpost/engine/games/g18cz/key"
)

// groups are the headings of lists, by the order that a line begins with.
var groups = map[string]string{
	"take": key.GroupDraft, "start": key.GroupStart, "home": key.GroupTrack, "lay": key.GroupTrack, "token": key.GroupStations, "station": key.GroupStations,
	"run": key.GroupRun, "pay": key.GroupRun, "hold": key.GroupRun, "acquire": key.GroupTakeOver,
	"pass": key.GroupOn, "done": key.GroupOn,
}

// Group: shares, trains and local railways apart, although all are bought and sold.
func (View) Group(acts []engine.Act) engine.Message {
	if len(acts) == 0 {
		return engine.Message{}
	}
	if group := groups[acts[0].Verb]; group != "" {
		return engine.Msg(group)
	}
	if acts[0].Verb != "buy" && acts[0].Verb != "sell" {
		return engine.Message{}
	}
	for _, v := range acts[0].Args {
		switch x := v.(type) {
		case g18cz.Company:
			return engine.Msg(map[bool]string{true: key.GroupShares, false: key.GroupSales}[acts[0].Verb == "buy"])
		case g18cz.Local:
			return engine.Msg(key.GroupLocals)
		case string:
			if g18cz.LocalNamed(x) != g18cz.NoLocal {
				return engine.Msg(key.GroupLocals)
			}
			return engine.Msg(key.GroupTrains)
		}
	}
	return engine.Message{}
}
