package engine

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// Seed is the secret from which all draws of a game and the key of its digests derive. Its
// SHA-256 is published in the first letter, the seed itself at the end of the game.
type Seed []byte

// Commitment returns what is published before the first draw: the SHA-256 of the seed.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s)
	return hex.EncodeToString(sum[:])
}

// Mixed returns a seed to which others than the service have contributed: the SHA-256 of
// the service's bytes followed by the hashes of the contributions, in seat order, each in
// lower-case hexadecimal with nothing in between (docs/players-fair-play.md).
func Mixed(service []byte, added []string) Seed {
	sum := sha256.Sum256([]byte(hex.EncodeToString(service) + strings.Join(added, "")))
	return sum[:]
}

func (s Seed) mac(parts ...string) []byte {
	m := hmac.New(sha256.New, s)
	for _, p := range parts {
		m.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p))))
		m.Write([]byte(p))
	}
	return m.Sum(nil)
}

// digestKey returns the key of the game's digests; being keyed, a digest in a letter
// reveals nothing about what is hidden.
func (s Seed) digestKey(game string) []byte { return s.mac("digest", game) }

// number returns draw n of a stream: uniform in 0..of-1. It rejects values that would
// favour small results and tries the next.
func (s Seed) number(game, stream string, n, of int) int {
	limit := ^uint64(0) - ^uint64(0)%uint64(of)
	for try := 0; ; try++ {
		sum := s.mac("draw", game, stream, fmt.Sprint(n), fmt.Sprint(try))
		if v := binary.BigEndian.Uint64(sum); v < limit {
			return int(v % uint64(of))
		}
	}
}

// Draw is one random result as it appears in the log: the N-th of its Stream, Got out of Of
// equally likely values.
type Draw struct {
	Stream string `json:"stream"`
	N      int    `json:"n"`
	Of     int    `json:"of"`
	Got    int    `json:"got"`
}

// source supplies draws: new ones from the seed, or those of a record.
type source struct {
	game  string
	seed  Seed
	drawn map[string]int // draws made so far, by stream
	tape  []Draw         // in a replay: the remaining recorded results
	taped bool
}

func (s *source) draw(stream string, of int) (Draw, error) {
	d := Draw{Stream: stream, N: s.drawn[stream], Of: of}
	if of < 1 {
		return d, fmt.Errorf("engine: draw %s %d: there are %d things to draw from", stream, d.N, of)
	}
	if s.taped {
		if len(s.tape) == 0 {
			return d, fmt.Errorf("engine: the record has no draw %s %d, which the rules ask for", stream, d.N)
		}
		got := s.tape[0]
		if got.Stream != stream || got.N != d.N || got.Of != of || got.Got < 0 || got.Got >= of {
			return d, fmt.Errorf("engine: the record has draw %s %d of %d, the rules ask for %s %d of %d", got.Stream, got.N, got.Of, stream, d.N, of)
		}
		s.tape = s.tape[1:]
		d.Got = got.Got
	} else {
		d.Got = s.seed.number(s.game, stream, d.N, of)
	}
	s.drawn[stream] = d.N + 1
	return d, nil
}
