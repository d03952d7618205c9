package templates

import (
	"strings"

	"railpost/engine"
	"railpost/templates/key"
)

// Post is a letter as a chat or a program shows it.
type Post struct {
	Subject  string
	Happened []string // oldest first
	Waiting  []string // names
	Text     string   // the whole text, with LF line ends and none at the end
}

// postSteps limits the steps in a post.
const postSteps = 12

// Post returns a letter to everybody in short: its subject, the latest steps, and whose turn it is.
func (s *Set) Post(l *Letter) Post {
	w := s.begin(l)
	out := Post{Subject: subjectLine(w)}
	out.Waiting = engine.Each(waitingSeats(w), w.name)
	for _, step := range w.Happened {
		if line := (story{w}).short(step); line != "" {
			out.Happened = append(out.Happened, line)
		}
	}
	lines := []string{out.Subject}
	if n := len(out.Happened) - postSteps; n > 0 {
		out.Happened = append([]string{w.word(key.PostEarlier, engine.Int("n", n))}, out.Happened[n:]...)
	}
	for _, line := range out.Happened {
		if !strings.Contains(out.Subject, line) {
			lines = append(lines, line)
		}
	}
	lines = append(lines, engine.Each(w.Letter.Waiting, greeting{w}.waitLine)...)
	out.Text = strings.Join(lines, "\n")
	return out
}

// PostAsked is Post for a player who must act: only that, and until when.
func (s *Set) PostAsked(l *Letter) Post {
	w := s.begin(l)
	line := w.word(key.PostAsked, engine.Text("game", l.Game), engine.Text("title", gameTitle(w)), engine.Text("time", w.time(l.Until)),
		engine.Text("zone", w.zoneName()), engine.Text("away", w.away(l.Until)))
	return Post{Subject: line, Text: line}
}

// PostTest is Post for the organiser who tries a hook, or a player who has set one.
func (s *Set) PostTest(l *Letter) Post {
	w := s.begin(l)
	say := engine.If(l.Seat >= 0, key.PostTestPlayer, key.PostTest)
	line := w.word(say, engine.Text("game", l.Game), engine.Text("title", gameTitle(w)))
	return Post{Subject: line, Text: line}
}

// PostAlarm is Post for organisers of the service: a notice's subject and text.
func (s *Set) PostAlarm(l *Letter) Post {
	w := s.begin(l)
	out := Post{Subject: subjectLine(w)}
	out.Text = out.Subject
	for _, m := range l.Told {
		out.Text += "\n" + sentence(w.msg(m))
	}
	return out
}
