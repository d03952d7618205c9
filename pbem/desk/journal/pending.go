package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"railpost/engine"
	"railpost/pbem/facts/fault"
)

// Pending is orders that came with the right token from an address that is not on file, or
// without a token from one that is.
type Pending struct {
	From    string    `json:"from"`
	At      time.Time `json:"at"`
	Step    uint64    `json:"step"`
	Gone    bool      `json:"gone,omitempty"` // the step was gone already
	Lines   []string  `json:"lines"`
	Several bool      `json:"several,omitempty"` // others came before them, so it is unclear which were agreed to
}

// Same reports whether exactly these orders are waiting already.
func (p *Pending) Same(o *Pending) bool {
	return p != nil && !p.Several && p.From == o.From && p.Step == o.Step && p.Gone == o.Gone && slices.Equal(p.Lines, o.Lines)
}

// PendingFor is how long they wait for agreement.
const PendingFor = 7 * 24 * time.Hour

const pendingPrefix = "pending/"

// SeatKey returns the name of a seat of a game in keys of the store.
func SeatKey(game string, s engine.Seat) string { return fmt.Sprintf("%s/%d", game, s) }

// HeldKey names the receipt of a seat that waits for robots.
func HeldKey(game string, s engine.Seat) string { return SeatKey(game, s) + "/receipt" }

// PendingKey returns the key under which they are stored.
func PendingKey(game string, s engine.Seat) string { return pendingPrefix + SeatKey(game, s) }

// IsPending reports whether a key is that of such orders.
func IsPending(key string) bool { return strings.HasPrefix(key, pendingPrefix) }

// ForgetPending deletes the pending orders of a game that has ended.
func (c *Change) ForgetPending() {
	for s := range c.Table.Players {
		c.Values[PendingKey(c.Table.Game, engine.Seat(s))] = nil
	}
}

// KeepPending stores orders of a seat until the player agrees to them.
func (c *Change) KeepPending(ctx context.Context, s engine.Seat, p *Pending) {
	was := c.PendingOf(ctx, s)
	p.Several = was != nil && (was.Several || was.From != p.From || !slices.Equal(was.Lines, p.Lines))
	c.Keep(PendingKey(c.Table.Game, s), p)
}

// PendingOf returns the pending orders of a seat; nil if there are none.
func (c *Change) PendingOf(ctx context.Context, s engine.Seat) *Pending {
	key := PendingKey(c.Table.Game, s)
	if b, changed := c.Values[key]; changed && b == nil {
		return nil
	}
	b, err := c.Journal.Store.Get(ctx, key)
	c.Fail(err)
	if len(b) == 0 {
		return nil
	}
	p := &Pending{}
	if err := json.Unmarshal(b, p); err != nil {
		c.Fail(&fault.Error{Err: fmt.Errorf("pbem: reading orders from another address: %w", err)})
	}
	if c.At.Sub(p.At) > PendingFor {
		return nil
	}
	return p
}
