package tycoon_test

import (
	"railpost/engine/games/tycoon"
	"railpost/engine/titles"
)

func init() { tycoon.Wired = titles.Find("tycoon") }
