package pbem

import (
	"context"
	"errors"
	"time"

	"railpost/engine"
	"railpost/pbem/extract"
	"railpost/pbem/imapbox"
	"railpost/pbem/journal"
	"railpost/pbem/verdict"
)

// mailTime is how long one mail may take. What mails can make us do is bounded by
// counts (extract.LineMost, the budgets of the engine's searches); this is for what
// those have missed, since all games wait for the one mail.
const mailTime = 2 * time.Second

// errSlow says that a mail has taken longer than mailTime.
var errSlow = errors.New("pbem: working out a mail took too long")

// slow is asked before each further step of a mail.
func (in *incoming) slow(now time.Time) error {
	var over *extract.LimitError
	if errors.As(in.fault, &over) && over.Slow() || now.After(in.until) {
		return errSlow
	}
	return nil
}

func (h *handling) slow() error { return h.in.slow(h.office.Now()) }

// later puts a mail that was slow behind the others of its batch.
func (b *batch) later(i int, m imapbox.Mail) {
	b.office.Log.Warn("a mail took too long and is tried once more behind the others", "mail", keyOf(m))
	b.behind = append(b.behind, i)
}

// again tries the mails that were slow once more, each alone.
func (b *batch) again(ctx context.Context, ms []imapbox.Mail) error {
	b.last = true
	for _, i := range b.behind {
		if err := b.take(ctx, i, ms[i]); err != nil {
			return err
		}
		if err := b.flush(ctx); err != nil {
			return err
		}
	}
	return nil
}

// putAsideSlow gives player and organiser the lines of a mail that was slow twice.
func (o *Office) putAsideSlow(ctx context.Context, in *incoming) (*journal.Change, error) {
	o.Log.Error("a mail took too long twice", "mail", in.key)
	lines := in.mail.Typed(nil)
	return o.quarantine(ctx, in, verdict.TooSlow, engine.Msg("pbem.slow"), lines[:min(len(lines), o.Config.Security.MaxCommandsPerMail)]...)
}
