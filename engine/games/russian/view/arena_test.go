package view

import (
	"testing"

	"railpost/engine/enginetest"
)

// The usual turn plays better than robots, who draw one of the choices of a letter.
func TestArena(t *testing.T) {
	enginetest.Arena(t, title, enginetest.Usual(title), enginetest.Drawn, 2, 3, 4)
}
