package crashtest

import (
	"fmt"
	"strings"

	"railpost/pbem/lab/people"
)

// dump lists, for each running game, the last letters and mails of its players.
func (w *world) dump() string {
	var b strings.Builder
	for _, r := range w.games() {
		if r.State == "over" || strings.HasPrefix(r.Game, "void") {
			continue
		}
		fmt.Fprintf(&b, "game %s is %s at step %d\n", r.Game, r.State, r.Step)
		for _, wait := range r.Waiting {
			for _, p := range w.players {
				if strings.EqualFold(p.name, wait.Name) {
					p.dump(&b, r.Game)
				}
			}
		}
	}
	return b.String()
}

func (p *player) dump(b *strings.Builder, game string) {
	fmt.Fprintf(b, "  it waits for %s, who has got", p.name)
	for _, box := range []string{"Processed", "INBOX"} {
		for _, raw := range p.w.post.Messages(p.name, box) {
			if l, err := readLetter(raw); err == nil && l.game == game {
				fmt.Fprintf(b, " %s/%d(%d)<%s", l.Kind, l.Step, len(l.Choices), l.Answers)
			}
		}
	}
	b.WriteString("\n  and sent")
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.sent {
		if m.Game == game {
			fmt.Fprintf(b, " %s(%q: %d copies, %s)", m.ID, m.lines, m.Copies, p.w.lies(m))
		}
	}
	b.WriteString("\n")
}

// lies names the folders that contain a mail.
func (w *world) lies(m *mailing) string {
	var in []string
	for _, box := range []string{"INBOX", "Processed", "Quarantine"} {
		for _, raw := range w.mails(box) {
			if key, err := people.Key(raw); err == nil && key == m.Key {
				in = append(in, box)
			}
		}
	}
	return strings.Join(in, " ")
}
