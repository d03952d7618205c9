package g18cz

import "railpost/engine"

// Stubs: whoever writes the real function in a file of his own (turn_*.go,
// running*.go, sheet*.go) deletes the stub.

// turnCan says whether a step of the operating corporation asks for a decision
// now (actions.md 5): home, track, station, take-over, trains, locals. It looks at
// the corporation and its turn, not at the present step.
func (s *State) turnCan(step Step) bool { return false }

// placeHome places the home station of the operating corporation at the start of
// its first turn, where nobody has a choice (7.3): not for large ones and ATE.
func (s *State) placeHome(tx *engine.Tx) error { return nil }

// mustBuy says whether the operating corporation must buy a train before its turn
// ends (7.10).
func (s *State) mustBuy() bool { return false }

// mustLayHome says whether its first tile must go to its home hex now (R16);
// asked under Rules.ForceHome only.
func (s *State) mustLayHome() bool { return false }

// stepVerbs are the orders of a step that is open or lies ahead: home, track,
// station, run, take-over, trains. Those of stepPayout stand in payout.go.
func (s *State) stepVerbs(step Step) []engine.Verb { return nil }

// freeVerbs are the orders of any point of the turn: local railways, purple tiles
// (3). lay is one of them where the track step lies behind.
func (s *State) freeVerbs() []engine.Verb { return nil }

// headsOf are the names of the orders of a step that is over: they are read and
// refused.
func headsOf(step Step) []engine.Verb { return nil }

// questionVerbs answer a question that an order left open: askCity, askDoubled,
// askReceived, askExcess. They end with proceed.
func (s *State) questionVerbs(q Question, c Company) []engine.Verb { return nil }

// carryOut does what an offer says once all have agreed, and proceeds. It is also
// called at once where nobody has to be asked: see put. A corporation that was
// taken over goes with leave.
func (s *State) carryOut(tx *engine.Tx, o Offer) error { return s.proceed(tx) }

// Sheet and Parts show a view.
func (title) Sheet(engine.Position, engine.Seat, string, string) ([]engine.Block, error) {
	return nil, nil
}

func (title) Parts() []engine.Part { return nil }
