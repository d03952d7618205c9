package russian

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// turnPrompt asks for the use of one action space, or a pass (How to play a turn).
func (s *State) turnPrompt() engine.Prompt {
	return engine.Prompt{
		Ask: engine.Msg(key.AskTurn, engine.Int("round", s.Round)), Rule: ruleTurn, Span: strconv.Itoa(s.Round),
		Verbs: []engine.Verb{s.placeVerb(), passVerb},
	}
}

const ruleTurn = "How to play a turn"

var passVerb = engine.Verb{Name: "pass", Gloss: key.VerbPass, Do: doPass}

func (s *State) placeVerb() engine.Verb {
	return engine.Verb{
		Name: "place", Gloss: key.VerbPlace,
		Params: []engine.Param{
			{Name: "space", About: true, In: func(engine.Args) engine.Domain {
				return (*spaces)(s)
			}},
			{Name: "pieces", Lead: "with", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				return pieces{s, Book.Space(engine.Get[string](a, 0))}
			}},
			{Name: "swap", Lead: "swap", Many: engine.Optional, In: func(a engine.Args) engine.Domain {
				return swapDomain(s, Book.Space(engine.Get[string](a, 0)), engine.Get[Pay](a, 1))
			}},
		},
		Do: doPlace,
	}
}

// MayPlace returns why a space cannot be used now; nil if it can (How to play a turn).
// It checks the obvious conditions first, and last whether the effect can be completed.
func (s *State) MayPlace(id string) error {
	if err := s.mayBegin(id); err != nil {
		return err
	}
	return s.canComplete(Book.Space(id))
}

// mayBegin is MayPlace for an effect that can be completed.
func (s *State) mayBegin(id string) error {
	sp := Book.Space(id)
	if err := s.mayUse(sp); err != nil {
		return err
	}
	if err := mayClaim(s, sp); err != nil {
		return err
	}
	if err := s.canPay(sp); err != nil {
		return err
	}
	return s.stocked(sp)
}

// spaces are the spaces to place workers on.
type spaces State

func (d *spaces) Rule(v engine.Value) error          { return (*State)(d).MayPlace(v.(string)) }
func (d *spaces) RuleCompleted(v engine.Value) error { return (*State)(d).mayBegin(v.(string)) }
func (d *spaces) Members() iter.Seq[engine.Value]    { return anySpace.Members() }
func (d *spaces) Text(v engine.Value) string         { return v.(string) }

func (d *spaces) Read(t *engine.Tokens) (engine.Value, error) {
	if v, err := anySpace.Read(t); err == nil {
		return v, nil
	}
	return engine.Words(key.ParamSpace, SpaceWords, (*State)(d).MayPlace).Read(t) // its refusal expects the legal ones
}

// anySpace reads the names of spaces.
var anySpace = engine.Words(key.ParamSpace, SpaceWords, nil)

// InPlay reports whether a space can be used in this round with this number of players.
func (s *State) InPlay(sp *Space) bool {
	return s.Seats >= sp.LeastPlayers && !(sp.NotLast && s.lastRound()) && !(sp.OnlyLast && !s.lastRound())
}

// mayUse requires that the space is in play in this round and empty.
func (s *State) mayUse(sp *Space) error {
	switch {
	case s.Seats < sp.LeastPlayers:
		return engine.Forbid("Set-up", key.RefuseNotWithPlayers, SpaceTerm(sp.ID), engine.Int("n", s.Seats))
	case sp.NotLast && s.lastRound():
		return engine.Forbid("Turn order", key.RefuseNotInLastRound, SpaceTerm(sp.ID))
	case sp.OnlyLast && !s.lastRound():
		return engine.Forbid("Game board", key.RefuseOnlyLastRound, SpaceTerm(sp.ID))
	}
	if sp.Engineer > 0 {
		if err := s.engineerHere(sp.Engineer); err != nil {
			return err
		}
	}
	if l, taken := s.At(sp.ID); taken && !sp.Open {
		return engine.Forbid("How to play a turn", key.RefuseOccupied, SpaceTerm(sp.ID), engine.Player("by", l.Who))
	}
	return nil
}

// engineerHere requires that an engineer is on a public slot or belongs to the actor
// (Auxiliary actions).
func (s *State) engineerHere(n int) error {
	if s.me().own(n) {
		return nil
	}
	e := EngineerSay("engineer", n)
	for seat := range s.Players {
		if s.Players[seat].own(n) {
			return engine.Forbid("Auxiliary actions", key.RefuseEngineerOf, e, engine.Player("owner", engine.Seat(seat)))
		}
	}
	switch slot := slices.Index(s.Row, n); {
	case slot < 0:
		return engine.Forbid("Auxiliary actions", key.RefuseEngineerAway, e)
	case slot == HireSlot:
		return engine.Forbid("Auxiliary actions", key.RefuseEngineerToHire, e)
	case !s.PublicSlot(slot):
		return engine.Forbid("Auxiliary actions", key.RefuseEngineerDark, e)
	}
	return nil
}

// contested reports whether a space is anything but an own engineer (How to play a
// turn, R11).
func (s *State) contested(sp *Space) bool { return sp.Engineer == 0 || !s.me().own(sp.Engineer) }

func (s *State) effectFrame(sp *Space) Frame {
	f := Frame{From: spaceKey(sp.ID), Depth: 1, Sign: ":", Full: s.contested(sp)}
	if sp.Engineer > 0 {
		f.Self = sp.ID
	}
	return f
}

// stocked requires that the supply has the pieces that a space gives.
func (s *State) stocked(sp *Space) error {
	switch {
	case sp.Effect[0].Op == OpHire && s.Row[HireSlot] == 0:
		return engine.Forbid("Auxiliary actions", key.RefuseNobodyToHire)
	case sp.Effect[0].Op == OpTemps && s.TempsOut:
		return engine.Forbid("Auxiliary actions", key.RefuseTempsGone, SpaceTerm(sp.ID))
	}
	return nil
}

// canComplete allows a contested space only if its whole effect can be carried out (How
// to play a turn).
func (s *State) canComplete(sp *Space) error {
	if !s.contested(sp) {
		return nil
	}
	if s.completed == nil {
		return s.mayComplete(sp)
	}
	err, known := s.completed[sp.ID]
	if !known {
		err = s.mayComplete(sp)
		s.completed[sp.ID] = err
	}
	return err
}

func (s *State) mayComplete(sp *Space) error {
	f := s.effectFrame(sp)
	if s.completable(f, sp.Effect) {
		return nil
	}
	if err := s.blocked(f.Self, sp.Effect); err != nil {
		return err
	}
	copy(f.Parts[:], sp.Effect)
	return f.incomplete()
}

// blocked returns why a part of an effect cannot even begin; nil if every part can.
func (s *State) blocked(self string, effect []Part) error {
	me := s.me()
	for _, p := range effect {
		switch p.Op {
		case OpTrack:
			if err := me.trackBlocked(p); err != nil {
				return err
			}
		case OpIndustry:
			if _, n := me.movable(); n == 0 {
				return me.mayMove(0, me.Marker[0])
			}
		case OpDoubler:
			if err := s.mayDouble(1); err != nil {
				return err
			}
		case OpBuild, OpFactory:
			if !s.mayBuild() {
				return engine.Forbid("Factories", key.RefuseNothingToBuild)
			}
		case OpLoco:
			if s.Lowest() == 0 {
				return engine.Forbid("Locomotives", key.RefuseNoLocomotive)
			}
		case OpAgain:
			if !anyRepeat(s, self) {
				return engine.Forbid("R9", key.RefuseNothingAgain)
			}
		}
	}
	return nil
}

// trackBlocked returns the reason for the railway that comes closest to allowing it.
func (p *Player) trackBlocked(part Part) error {
	if p.anyTrack(part.Colours) {
		return nil
	}
	var first error
	for c := range Colour(Colours) {
		for r := range Railway(Railways) {
			if !part.takes(c) || Book.Accepts[r]&(1<<c) == 0 {
				continue
			}
			err := p.mayAdvance(c, r, p.Track[r][c])
			if first == nil {
				first = err
			}
		}
	}
	return first
}

// Placement returns the space that a "place" uses, and its payment.
func Placement(a engine.Args) (*Space, Pay) {
	sp := Book.Space(engine.Get[string](a, 0))
	if engine.Has(a, 1) {
		return sp, engine.Get[Pay](a, 1)
	}
	return sp, sp.usual()
}

// doPlace pays, puts the pieces on the space and begins its effect (How to play a turn).
func doPlace(tx *engine.Tx, a engine.Args) error {
	s := state(tx)
	sp, pay := Placement(a)
	if err := s.payRule(sp, pay); err != nil {
		return err
	}
	s.take(sp.ID, pay)
	if !tx.Silent() {
		tx.Report(key.ReportPlace, Who(s.Actor), SpaceTerm(sp.ID), PayList("pieces", pay))
	}
	if sp.claims > 0 && pay.Own == 0 {
		if !engine.Has(a, 2) {
			return engine.Ask("Turn order", key.AskSwap, SpaceTerm(sp.ID))
		}
		swap(s, tx, sp.ID, engine.Get[string](a, 2))
	}
	f := s.effectFrame(sp)
	f.Extra = pay.Black > 0
	s.open(tx, f, sp.Effect)
	return nil
}

// hire takes the engineer of the hiring space; the next turn can use it (Auxiliary actions, R26).
func (s *State) hire(tx *engine.Tx) {
	n := s.Row[HireSlot]
	s.Row[HireSlot] = 0
	s.me().Engineers = append(s.me().Engineers, n)
	tx.Report(key.ReportHire, Who(s.Actor), EngineerSay("engineer", n))
}

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
