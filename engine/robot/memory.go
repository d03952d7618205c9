package robot

import (
	"crypto/sha256"
	"sync"

	"railpost/engine"
)

// Playouts reach the same routine turns again and again, from different lines and in later answers of a game,
// so these turns are remembered for the whole process. The memory only saves time: the title would return the
// same.

// mostRemembered bounds the memory; when it is full it is cleared.
const mostRemembered = 20_000

var remembered = struct {
	sync.Mutex
	lines map[[sha256.Size]byte][]string
}{lines: map[[sha256.Size]byte][]string{}}

// sketch returns a seat's assumed turn in a playout. The caller must not change it.
func sketch(t engine.Title, p engine.Position, seat engine.Seat) []string {
	if f := t.Foresight(p, seat); f.Sketch != nil {
		return f.Sketch(p, seat).Lines
	}
	return usual(t, p, seat)
}

// usual returns the lines of the usual turn of a seat. The caller must not change them.
func usual(t engine.Title, p engine.Position, seat engine.Seat) []string {
	var part []byte
	if f := t.Foresight(p, seat); f.Recurs != nil {
		part = f.Recurs(p, seat)
	}
	if part == nil {
		return t.Usual(p, seat).Lines
	}
	key := sha256.Sum256(append([]byte(t.Name()+" "), part...))
	remembered.Lock()
	lines, ok := remembered.lines[key]
	remembered.Unlock()
	if ok {
		return lines
	}
	lines = t.Usual(p, seat).Lines
	remembered.Lock()
	defer remembered.Unlock()
	if len(remembered.lines) == mostRemembered {
		clear(remembered.lines)
	}
	remembered.lines[key] = lines
	return lines
}
