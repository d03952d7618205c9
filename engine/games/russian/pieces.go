package russian

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// pieces is the domain of payments: "2o+r" (How to play a turn, Orders by mail).
type pieces struct {
	s  *State
	sp *Space
}

var (
	pieceLetters = [4]string{"o", "b", "t", "r"}
	pieceNames   = [4]string{"own", "black", "temp", "ruble"} // in "o+black"; a colour alone begins a step
)

func (p Pay) counts() [4]int { return [4]int{p.Own, p.Black, p.Temp, p.Ruble} }

func payOf(c [4]int) Pay { return Pay{c[0], c[1], c[2], c[3]} }

func (p Pay) String() string {
	var parts []string
	for i, n := range p.counts() {
		switch {
		case n == 1:
			parts = append(parts, pieceLetters[i])
		case n > 1:
			parts = append(parts, strconv.Itoa(n)+pieceLetters[i])
		}
	}
	return strings.Join(parts, "+")
}

func (d pieces) Text(v engine.Value) string { return v.(Pay).String() }

// Read reads words while they are pieces; "+" may be a separate word.
func (d pieces) Read(t *engine.Tokens) (engine.Value, error) {
	var sum [4]int
	read := 0
	for ; !t.Done(); t.At++ {
		got, ok := readPieces(t.Peek().Fold)
		if !ok {
			break
		}
		for i, n := range got {
			sum[i] += n
		}
		read++
	}
	if read == 0 || payOf(sum).Count() == 0 {
		tok := t.Peek()
		r := engine.Forbid("Orders by mail", key.RefusePieces, engine.Order("word", tok.Text))
		r.Kind, r.Column, r.Length, r.Expected = engine.NotUnderstood, tok.Column, len([]rune(tok.Text)), []string{"o", "b", "t", "r", "2o+r"}
		return nil, r
	}
	return payOf(sum), nil
}

func readPieces(word string) (sum [4]int, ok bool) {
	for _, part := range strings.Split(word, "+") {
		if part == "" {
			continue
		}
		letter := strings.TrimLeft(part, "0123456789")
		n := 1
		if digits := strings.TrimSuffix(part, letter); digits != "" {
			var err error
			if n, err = strconv.Atoi(digits); err != nil || n > 99 {
				return sum, false
			}
		}
		i := slices.Index(pieceLetters[:], letter)
		if i < 0 && strings.Contains(word, "+") {
			i = slices.Index(pieceNames[:], letter)
		}
		if i < 0 {
			return sum, false
		}
		sum[i] += n
	}
	return sum, true
}

// Rule checks a payment against cost and supply.
func (d pieces) Rule(v engine.Value) error { return d.s.payRule(d.sp, v.(Pay)) }

// payRule requires that the pieces are in hand and pay the exact cost. A ruble may even
// pay for the space of rubles (R28).
func (s *State) payRule(sp *Space, p Pay) error {
	if p.Ruble < sp.Rubles {
		return engine.Forbid("How to play a turn", key.RefuseRubleNeeded, SpaceTerm(sp.ID), engine.Int("n", sp.Rubles))
	}
	if p.Count() != sp.Workers+sp.Rubles {
		return engine.Forbid("How to play a turn", key.RefuseExactCost, SpaceTerm(sp.ID), engine.Int("workers", sp.Workers), engine.Int("rubles", sp.Rubles), engine.Int("n", p.Count()))
	}
	me := s.me()
	has := me.Supply().counts()
	for i, n := range p.counts() {
		if n > has[i] {
			return engine.Forbid("How to play a turn", key.RefuseNotInHand, engine.Term("piece", pieceKeys[i]), engine.Int("n", n), engine.Int("has", has[i]))
		}
	}
	if sp.claims > 0 && p.Own == 0 && !anySwap(s) {
		return engine.Forbid("Turn order", key.RefuseNoSwap, SpaceTerm(sp.ID))
	}
	return nil
}

// The names of one piece, and of a number of pieces, in the order of Pay.counts.
var (
	pieceKeys  = [4]string{key.PieceOwn, key.PieceBlack, key.PieceTemp, key.PieceRuble}
	piecesKeys = [4]string{key.PiecesOwn, key.PiecesBlack, key.PiecesTemp, key.PiecesRuble}
)

// Supply returns a player's means of payment.
func (p *Player) Supply() Pay {
	h := Pay{Own: p.Hand, Temp: p.Temps, Ruble: p.Rubles}
	if p.BlackHand {
		h.Black = 1
	}
	return h
}

// usual returns the payment without "with": own workers and rubles (Orders by mail).
func (sp *Space) usual() Pay { return Pay{Own: sp.Workers, Ruble: sp.Rubles} }

// Members lists every possible payment except the usual one.
func (d pieces) Members() iter.Seq[engine.Value] {
	return func(yield func(engine.Value) bool) {
		has := d.s.me().Supply()
		w := d.sp.Workers
		for b := 0; b <= min(w, has.Black); b++ {
			for t := min(w-b, has.Temp); t >= 0; t-- {
				for r := 0; r <= min(w-b-t, has.Ruble-d.sp.Rubles); r++ {
					p := Pay{w - b - t - r, b, t, r + d.sp.Rubles}
					if p.Own <= has.Own && p != d.sp.usual() && !yield(p) {
						return
					}
				}
			}
		}
	}
}

// canPay checks that the supply covers the exact cost in some way.
func (s *State) canPay(sp *Space) error {
	has := s.me().Supply()
	if has.Ruble < sp.Rubles {
		return engine.Forbid("How to play a turn", key.RefuseRubleNeeded, SpaceTerm(sp.ID), engine.Int("n", sp.Rubles))
	}
	if has.Count() < sp.Workers+sp.Rubles {
		return engine.Forbid("How to play a turn", key.RefuseCannotPay, SpaceTerm(sp.ID), engine.Int("workers", sp.Workers), engine.Int("rubles", sp.Rubles))
	}
	if sp.claims > 0 && has.Own == 0 && !anySwap(s) {
		return engine.Forbid("Turn order", key.RefuseNoSwap, SpaceTerm(sp.ID))
	}
	return nil
}

// take moves the pieces of a payment from the supply to the space.
func (s *State) take(id string, p Pay) {
	me := s.me()
	me.Hand -= p.Own
	me.Temps -= p.Temp
	me.Rubles -= p.Ruble
	if p.Black > 0 {
		me.BlackHand = false
	}
	s.Lying = append(s.Lying, Lying{id, s.Actor, p})
}

// PayList names pieces in words.
func PayList(name string, p Pay) engine.Arg {
	var list []engine.Arg
	for i, n := range p.counts() {
		if n > 0 {
			list = append(list, engine.Say("", engine.Msg(piecesKeys[i], engine.Int("n", n))))
		}
	}
	return engine.Several(name, list...)
}
