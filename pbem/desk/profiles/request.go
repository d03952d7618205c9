package profiles

import (
	"context"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/content"
	key "railpost/pbem/facts/key/lobby"
	"railpost/pbem/facts/table"
)

// strangersADay limits the letters caused in a day by mails from unknown addresses, with any From.
const strangersADay = 200

// StopRequests has an address never sent a request again, nor any letter to a stranger.
func StopRequests(c *journal.Change, address string) {
	c.Values[table.StoppedKey(address)] = []byte(c.At.Format(time.RFC3339))
}

// Stopped reports whether the owner of an address wants no requests.
func Stopped(ctx context.Context, c *journal.Change, address string) bool {
	b := c.Value(ctx, table.StoppedKey(address))
	return len(b) > 0
}

// Refuses reports whether somebody who has never written to us wants no letter at all.
func Refuses(ctx context.Context, c *journal.Change, address string) bool {
	return Stopped(ctx, c, address) && !c.Knows(ctx, address)
}

// RequestsADay limits the addresses that a person can have asked in a day.
const RequestsADay = 3

const (
	requestEvery  = 30 * 24 * time.Hour // to one that never wrote to us
	requestsMost  = 100                 // to such addresses in a day, by all askers
	invitedADay   = 3                   // of one who has written to us, by all askers
	unansweredFor = 30 * 24 * time.Hour // lifetime of the profile of a person who never writes
)

// MayAsk counts a request by a person, by their address, and reports whether they may send another today: an
// invitation, a question to a substitute or to an address of their own count alike.
func MayAsk(ctx context.Context, c *journal.Change, asker string) bool {
	return c.CountToday(ctx, "asks/"+asker) <= RequestsADay
}

// MayBeAsked reports whether an address is sent a request now, and counts it. It is not if
// its owner has stopped that, nor if it never wrote to us and was sent one in the last 30
// days. known says whether somebody has written from there.
func MayBeAsked(ctx context.Context, c *journal.Change, address string) (may, known bool) {
	known = c.Knows(ctx, address)
	if Stopped(ctx, c, address) || journal.IsOwn(c.Journal.Config, address) {
		return false, known
	}
	if known {
		return c.CountToday(ctx, "asked/"+address) <= invitedADay, true
	}
	key := table.RequestKey(address)
	b := c.Value(ctx, key)
	if last, err := time.Parse(time.RFC3339, string(b)); err == nil && c.At.Sub(last) < requestEvery {
		return false, false
	}
	if c.CountToday(ctx, "requests") > requestsMost {
		return false, false
	}
	c.Values[key] = []byte(c.At.Format(time.RFC3339))
	return true, false
}

// AskOnce returns the explanation for a letter that asks somebody who never wrote to us.
func AskOnce(known bool) content.Facts {
	if known {
		return content.Facts{}
	}
	return content.Tell(engine.Msg(key.RequestOnce))
}

// MayAnswerStranger counts a letter to an unknown address: one a day to each, and a limit for all together,
// against forged addresses.
func MayAnswerStranger(ctx context.Context, c *journal.Change, address string) bool {
	return !Stopped(ctx, c, address) && c.CountToday(ctx, "stranger/"+address) <= 1 && c.CountToday(ctx, "strangers") <= strangersADay
}
