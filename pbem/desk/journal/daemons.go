package journal

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"railpost/engine"
)

// Several daemons on one store may differ in version while they are replaced one by one. Each stores the
// versions of titles it knows, so that no game starts using a version that another daemon does not know.

// daemonPrefix begins the keys under which daemons describe themselves.
const daemonPrefix = "daemon/"

// present is how long a silent daemon counts as running.
const present = 10 * time.Minute

// Program is what a daemon on a shared store says of itself.
type Program struct {
	Version string         `json:"version"`
	Titles  map[string]int `json:"titles"` // the newest version of each title
	Seen    time.Time      `json:"seen"`
}

// SayPresent tells other daemons which versions the daemon with an ID of its own runs. If one process has the
// store, there is nobody to tell.
func (j *Journal) SayPresent(ctx context.Context, id string, p Program) error {
	if j.shared == nil {
		return nil
	}
	p.Seen = j.Now().UTC()
	b, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("pbem: encoding this daemon's presence: %w", err)
	}
	return j.Put(ctx, map[string][]byte{daemonPrefix + id: b})
}

// SayGone takes that back.
func (j *Journal) SayGone(ctx context.Context, id string) error {
	if j.shared == nil {
		return nil
	}
	return j.Put(ctx, map[string][]byte{daemonPrefix + id: nil})
}

// Newest returns the newest version of a title that all running daemons know, and, if that is not this
// program's, the version of the program which knows no newer one.
func (j *Journal) Newest(ctx context.Context, title engine.Title) (version int, program string, err error) {
	version = title.Version()
	if j.shared == nil {
		return version, "", nil
	}
	values, err := j.Store.Values(ctx, daemonPrefix)
	for _, b := range values {
		var p Program
		if err := json.Unmarshal(b, &p); err != nil {
			return version, "", fmt.Errorf("pbem: reading a daemon's presence: %w", err)
		}
		if v := p.Titles[title.Name()]; v > 0 && v < version && j.Now().Sub(p.Seen) < present {
			version, program = v, p.Version
		}
	}
	return version, program, err
}

// ForgetDaemons forgets daemons that have been silent for a day.
func (j *Journal) ForgetDaemons(ctx context.Context, now time.Time) error {
	return j.forget(ctx, daemonPrefix, func(b []byte) bool {
		var p Program
		return json.Unmarshal(b, &p) != nil || now.Sub(p.Seen) > 24*time.Hour
	})
}
