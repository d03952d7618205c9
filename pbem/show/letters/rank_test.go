package letters

import (
	"fmt"
	"slices"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/store"
	"railpost/templates"
)

// TestNewsWaits: only letters that merely tell news come after the others in the queue.
func TestNewsWaits(t *testing.T) {
	tell := []templates.Kind{templates.News, templates.Told, templates.End, templates.Ended}
	for _, k := range slices.Concat(tell, []templates.Kind{
		templates.Invitation, templates.Start, templates.Handover, templates.Turn, templates.Receipt, templates.Refusal, templates.Question,
		templates.Preview, templates.Reminder, templates.Stale, templates.Answer, templates.Enclosed, templates.Unproven, templates.Confirm,
		templates.Notice, templates.Late, templates.Guest, templates.Lobby, templates.Digest, templates.Answers,
	}) {
		l := store.Letter{Kind: string(k)}
		expect.Same(t, fmt.Sprintf("%s: rank %d", k, l.Rank()), l.Rank() > 0, slices.Contains(tell, k))
	}
}
