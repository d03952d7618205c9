package conversation_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
)

// first is a title as a program had it that knew version 1 only.
type first struct{ engine.Title }

func (first) Version() int { return 1 }

func (s *scene) older(args []string) error {
	return s.Upgrade(func(name string) engine.Title {
		if name == args[0] {
			return first{pbemtest.Find(name)}
		}
		return pbemtest.Find(name)
	})
}

func (s *scene) importOf(args []string) error {
	var until int
	if _, err := fmt.Sscan(args[3], &until); err != nil {
		return err
	}
	in, err := os.Open(tracesOf + args[2])
	if err != nil {
		return err
	}
	defer in.Close()
	file, err := log18xx.ReadTrace(in)
	if err != nil {
		return err
	}
	file.Truncate(until)
	var b strings.Builder
	if err := file.Write(&b); err != nil {
		return err
	}
	p := admin.ImportGame{File: b.String(), Addresses: map[string]string{}}
	if err := json.Unmarshal([]byte(args[4]), &p); err != nil {
		return err
	}
	for _, player := range file.Players {
		p.Addresses[player.Name] = pbemtest.Address(player.Name)
	}
	p.Title, p.Game = args[0], args[1]
	if err := s.Handle("game.import", p, nil); err != nil {
		return err
	}
	return s.Post()
}

// tracesOf is where the traces are that import reads.
const tracesOf = "../../../engine/games/"
