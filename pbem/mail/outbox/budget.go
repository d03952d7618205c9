package outbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"railpost/store"
)

// newsAgain is how long news waits before the budget is looked at again; it must be less than store.LongestPause.
const newsAgain = time.Hour

// afford reports whether the letters of the day suffice for one more. If not, the letter is put back. When less than
// a quarter is left, news waits, so that what players decide goes out. When none is left, the queue is held as if the
// server refused us, which it would.
func (p *Pump) afford(ctx context.Context, l store.Letter) bool {
	if p.o.PerDay == 0 || p.isHeld() {
		return true // sendSome puts it back
	}
	err := p.keepCounts(ctx)
	counts, wrong := ReadCounts(ctx, p.o.Store)
	if err != nil || wrong != nil {
		p.notMarked(ctx, l, errors.Join(err, wrong))
		return false
	}
	now := p.o.Now()
	left := p.o.PerDay - counts.Day(now)
	was := p.short
	p.short = left < p.o.PerDay/4
	if p.short && !was {
		p.tell(ctx, Event{Kind: Short, Text: fmt.Sprintf("%d of %d", left, p.o.PerDay)})
	}
	switch {
	case p.short && p.o.CanWait != nil && p.o.CanWait(l.Kind):
		l.NextTry = now.Add(newsAgain)
		p.free(ctx, l, keep(l.LastCode, "news waits: few letters are left of the day's"))
	case left <= 0:
		p.spent(ctx, l, now, counts.room(now, p.o.PerDay))
	default:
		return true
	}
	return false
}

// spent holds the queue until the letters of a day suffice again. Until then no player's time runs.
func (p *Pump) spent(ctx context.Context, l store.Letter, now, until time.Time) {
	why := fmt.Sprintf("the %d letters a day of mail.out.per_day are used up", p.o.PerDay)
	p.update(func(s *shared) {
		s.held = Hold{Until: until, Reason: why}
		if s.refusal.Since.IsZero() {
			s.refusal.Since = now
		}
	})
	p.free(ctx, l, keep(l.LastCode, why))
	p.tell(ctx, Event{Kind: Spent, Text: why, Until: until})
}
