package crashtest

import (
	"railpost/pbem/mail/imapbox"
	"railpost/pbem/mail/outbox"
	"railpost/pbem/mail/post"
)

// point is a place between two side effects.
type point struct {
	name  string
	most  int          // most passages before the child dies there; 0: once
	first string       // a point to die at before, so that this one is reached
	arm   func(*world) // prepares the way there
	mute  bool         // the players answer nothing, so that their time runs out
	// calm: a mail is under suspicion after this death. It is read before the
	// next one, lest three deaths in a row have it set aside as poison.
	calm bool
}

// points are all points. Package kv names the writes of the store.
func points() []point {
	list := []point{
		{name: "decoding", most: 2}, {name: "deciding", most: 2}, {name: "reading", most: 8, calm: true}, {name: "before-commit", most: 8}, {name: "after-commit", most: 8},
		{name: imapbox.Fetched, most: 5}, {name: imapbox.Judged, most: 5}, {name: imapbox.Moved, most: 5},
		{name: outbox.Claimed, most: 5}, {name: outbox.Marked, most: 9}, {name: outbox.Handed, most: 9}, {name: outbox.Stored, most: 9},
		{name: "smtp.before-data", most: 9}, {name: "smtp.accepted", most: 9},
		{name: "due.before", mute: true}, {name: "due.after", mute: true},
	}
	for _, write := range []point{{name: "commit", most: 9}, {name: "sending", most: 9}, {name: "sent", most: 9}, {name: "attempt", first: "reading", calm: true}, {name: "dropmails"}} {
		list = append(list, around(write)...)
	}
	return list
}

// faultyPoints are reached when the SMTP server refuses.
func faultyPoints(p *post.Post) []point {
	putOff := func(*world) {
		for _, n := range names[:3] {
			p.Fail(post.Fault{At: post.AtData, To: n, Code: 451})
		}
	}
	list := append(around(point{name: "retry", arm: putOff}), around(point{name: "defer", arm: putOff})...)
	return append(list, around(point{name: "fail", arm: func(w *world) { w.wanted.Add(1) }})...)
}

// around are the three points of a write.
func around(p point) []point {
	var list []point
	for _, at := range []string{".before", ".within", ".after"} {
		q := p
		q.name += at
		list = append(list, q)
	}
	return list
}
