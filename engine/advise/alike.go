package advise

import "railpost/engine"

// A verb with Hints.Few may have hundreds of answers, of which a letter shows the best. Where the title knows
// that some are worth the same (Adviser.Like), only one of them is tried at first; the rest are tried if it
// turns out to be among the best.

// likeKey is what equally good answers have in common.
type likeKey struct {
	place engine.Place
	key   uint64
}

// like returns the key of an answer; ok is false if it must be tried.
func (l *lister) like(a engine.Answer) (k likeKey, ok bool) {
	if l.hints(a.Verb).Few == 0 {
		return k, false
	}
	k.place = a.Place
	k.key, ok = l.title.Like(l.tx.Pos, l.tx.Seat, a)
	return k, ok
}

// awaits reports whether an answer need not be tried yet.
func (a *firstAnswer) awaits(known map[likeKey]int, k likeKey, like bool) bool {
	if !like {
		return false
	}
	a.guess, a.waits = known[k]
	return a.waits
}

// alone reports whether an answer was found to be a whole line with no alternative.
func (a *firstAnswer) alone() bool { return len(a.choices) == 1 && a.more == 0 && !a.capped }

// try tries an answer that waits.
func (a *firstAnswer) try(l *lister) {
	if a.waits {
		a.waits = false
		a.search(l, *a.first, leastBudget)
	}
}
