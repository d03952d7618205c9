package russian

import (
	"math/bits"
	"slices"

	"railpost/engine"
	"railpost/engine/games/russian/key"
)

// Ask is the kind of a frame's question.
type Ask int

const (
	askSteps     Ask = iota // the parts of an effect
	askToken                // which ? token goes on Frame.Arg, a ? space
	askCard                 // which ? card is used
	askDisplaced            // where the displaced locomotive Frame.Arg goes
)

// Frame is an effect or reward in progress that waits for decisions.
type Frame struct {
	Ask   Ask     `json:"ask,omitempty"`
	From  string  `json:"from,omitempty"` // message key of its origin
	Depth int     `json:"depth,omitempty"`
	Sign  string  `json:"sign,omitempty"`
	Parts [4]Part `json:"parts,omitempty"`
	Arg   int     `json:"arg,omitempty"`
	Full  bool    `json:"full,omitempty"`  // contested: all or nothing (How to play a turn)
	Order bool    `json:"order,omitempty"` // parts in printed order
	Each  bool    `json:"each,omitempty"`  // every step must be written (Orders by mail, ? card actions)
	Extra bool    `json:"extra,omitempty"` // the black worker is on the space
	Black bool    `json:"black,omitempty"` // a black advance was made
	Self  string  `json:"self,omitempty"`  // space of an engineer that repeats others
	Last  int     `json:"last,omitempty"`  // the last run: another order of the same runs is not listed
}

// Stack is the frames that wait, the innermost last: rewards come before the rest of the step that triggered
// them (Order of rewards, R10).
type Stack []Frame

func (st *Stack) push(f Frame) { *st = append(*st, f) }

func (st Stack) top() *Frame { return &st[len(st)-1] }

// drop removes the top frame.
func (st *Stack) drop() { *st = (*st)[:len(*st)-1] }

// spend takes n uses from the top frame and removes it if nothing is left (gone). depth is the depth of rewards
// that the step triggers.
func (st *Stack) spend(n int, fits func(Part) bool) (depth int, gone bool) {
	f := st.top()
	f.use(n, fits)
	depth, gone = f.Depth+1, f.empty()
	if gone {
		st.leave()
	}
	return depth, gone
}

// leave ends the top frame. The black worker's extra advance comes directly after the
// effect of its space (The tokens and cards, R14).
func (st *Stack) leave() {
	f := *st.top()
	st.drop()
	if f.Extra && f.Black {
		st.push(Frame{From: extraKey, Depth: f.Depth, Sign: f.Sign, Parts: [4]Part{{Op: OpTrack, Colours: 1 << Black, Left: 1}}})
	}
}

// extraAt reports whether the black worker's extra advance has taken the place of frame
// i.
func (st Stack) extraAt(i int) bool { return len(st) > i && st[i].From == extraKey }

// extraKey names the black worker's extra advance.
const extraKey = key.Extra

// open begins an effect: it carries out every part that needs no decision; the rest waits in f.
func (s *State) open(tx *engine.Tx, f Frame, effect []Part) {
	n := 0
	for _, p := range effect {
		if p.Op <= OpRepeat {
			f.Parts[n] = p
			n++
		}
	}
	if n > 0 {
		s.Stack.push(f)
	}
	for _, p := range effect {
		if p.Op > OpRepeat {
			s.carryOut(tx, p, f)
		}
	}
}

// carryOut carries out a part that needs no decision, or opens its own question. Its gain can be used from the
// next turn on, since a turn has one placement (R19).
func (s *State) carryOut(tx *engine.Tx, p Part, f Frame) {
	me := s.me()
	switch p.Op {
	case OpPoints:
		s.score(tx, p.Left)
	case OpEngineerSum:
		sum := 0
		for _, e := range me.Engineers {
			sum += e
		}
		s.score(tx, sum)
	case OpLocoSum:
		s.score(tx, me.bestLocos(2))
	case OpRuble:
		n := s.rublesLeft(p.Left)
		me.Rubles += n
		tx.Report(key.ReportRubles, Who(s.Actor), engine.Int("n", n), engine.Int("has", me.Rubles))
	case OpTemps:
		s.TempsOut = true
		me.Temps += 2
		tx.Report(key.ReportTemps, Who(s.Actor))
	case OpHire:
		s.hire(tx)
	case OpClaim:
		tx.Report(key.ReportClaim, Who(s.Actor), engine.Int("position", p.Arg))
	case OpUnlock:
		me.Unlocked |= 1 << p.Arg
		tx.Report(key.ReportUnlock, Who(s.Actor), ColourTerm(Colour(p.Arg)))
	case OpWorker:
		me.Gained++
		me.Hand++
		tx.Report(key.ReportWorker, Who(s.Actor))
	case OpRevalue:
		me.Revalued = true
		tx.Report(key.ReportRevalue, Who(s.Actor))
	case OpMarker:
		me.Second = true
		tx.Report(key.ReportMarker, Who(s.Actor))
	case OpMedal:
		me.Medal = true
		tx.Report(key.ReportMedal, Who(s.Actor))
	case OpBlackWorker:
		me.Black, me.BlackHand = true, true
		tx.Report(key.ReportBlackWorker, Who(s.Actor))
	case OpEngineer:
		me.Engineers = append(me.Engineers, p.Arg)
		tx.Report(key.ReportEngineer, Who(s.Actor), EngineerSay("engineer", p.Arg))
	case OpEndChoice:
		s.Pending++ // at the end of the turn (Order of rewards)
	case OpCard:
		s.Stack.push(Frame{Ask: askCard, From: f.From, Depth: f.Depth - 1, Sign: " "})
	}
}

// score gives the actor points at once (Auxiliary actions).
func (s *State) score(tx *engine.Tx, n int) {
	if n == 0 {
		return
	}
	s.me().Score += n
	tx.Report(key.ReportPoints, Who(s.Actor), engine.Int("n", n), engine.Int("score", s.me().Score))
}

// takes returns how many advances of a colour the frame has left.
func (f *Frame) takes(c Colour) int {
	n := 0
	for i, p := range f.Parts {
		if p.takes(c) && f.inTurn(i) {
			n += p.Left
		}
	}
	if c == Black && f.repeats() {
		n++
	}
	return n
}

// left returns how many uses of these kinds of effect the frame has left.
func (f *Frame) left(ops ...Op) int {
	n := 0
	for i, p := range f.Parts {
		if slices.Contains(ops, p.Op) && f.inTurn(i) {
			n += p.Left
		}
	}
	if f.repeats() && (ops[0] == OpIndustry || ops[0] == OpDoubler) {
		n++
	}
	return n
}

// inTurn reports whether part i may be used: in printed order a part waits for the earlier ones.
func (f *Frame) inTurn(i int) bool { return !f.Order || !slices.ContainsFunc(f.Parts[:i], Part.isLeft) }

// repeats reports whether everything but the repeated step of the ? card "actions" is
// done.
func (f *Frame) repeats() bool {
	waiting := false
	for _, p := range f.Parts {
		if p.Op == OpRepeat {
			waiting = p.Left > 0
		} else if p.Left > 0 {
			return false
		}
	}
	return waiting
}

// use spends n uses of the part that fits with the fewest other uses.
func (f *Frame) use(n int, fits func(Part) bool) {
	for ; n > 0; n-- {
		best := -1
		for i, p := range f.Parts {
			if p.Left > 0 && fits(p) && f.inTurn(i) && (best < 0 || choice(p) < choice(f.Parts[best])) {
				best = i
			}
		}
		if best < 0 { // the repeated step
			for i, p := range f.Parts {
				if p.Op == OpRepeat {
					best = i
				}
			}
		}
		f.Parts[best].Left--
	}
}

// choice counts the other uses of a part.
func choice(p Part) int {
	switch p.Op {
	case OpTrack:
		return bits.OnesCount8(p.Colours)
	case OpBuild:
		return 2
	}
	return 0
}

func (f *Frame) empty() bool { return !slices.ContainsFunc(f.Parts[:], Part.isLeft) }

func isOp(list ...Op) func(Part) bool {
	return func(p Part) bool { return slices.Contains(list, p.Op) }
}
