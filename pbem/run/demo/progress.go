package demo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"railpost/pbem/desk/admin"
	"railpost/pbem/mail/reader"
	"railpost/pbem/run/plain"
	"railpost/templates"
)

// pace is the interval at which progress is shown: on a terminal by rewriting its line,
// elsewhere by a new line when the game has advanced.
const pace = 200 * time.Millisecond

// ended reports whether the last letter of the game is among these.
func ended(letters []*reader.Letter) bool {
	return slices.ContainsFunc(letters, func(l *reader.Letter) bool {
		return templates.Kind(l.Kind).Row().Closes
	})
}

// watch shows the progress of the game until all players have received the last letter.
func (s *show) watch(ctx context.Context, over <-chan struct{}) error {
	tick := time.NewTicker(pace)
	defer tick.Stop()
	left := len(s.people)
	before, since := counts{}, time.Now()
	for left > 0 {
		select {
		case <-over:
			left--
		case err := <-s.stopped:
			s.stopped <- err
			return fmt.Errorf("demo: the service has ended: %w", err)
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-tick.C:
			if s.o.Robots != All {
				continue // the letters show it
			}
			if err := s.progress(ctx); err != nil {
				return err
			}
			if now := s.counts(); now != before {
				before, since = now, time.Now()
			} else if time.Since(since) > s.o.Patience {
				return s.stuck(ctx)
			}
		}
	}
	if s.o.Terminal && s.o.Robots == All {
		s.say("\n")
	}
	if err := s.d.Idle(ctx); err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	return nil
}

func (s *show) say(format string, args ...any) { fmt.Fprintf(s.o.Out, format, args...) }

func (s *show) progress(ctx context.Context) error {
	g, err := ask[*admin.Shown](ctx, s.d, "game.show", admin.LookAt{Game: gameName})
	if err != nil {
		return err
	}
	status, n := g.Status, s.counts()
	status = cmp.Or(status, g.State)
	line := fmt.Sprintf("%s: %s, %s in, %d out", status, plain.Count(n.orders, "move"), plain.Count(n.in, "mail"), s.d.Sent().Sent)
	switch {
	case s.o.Terminal:
		s.say("\r%-76s", line)
	case status != s.status:
		s.say("%s\n", line)
	}
	s.status = status
	return nil
}

func (s *show) stuck(ctx context.Context) error {
	g, err := ask[*admin.Shown](ctx, s.d, "game.show", admin.LookAt{Game: gameName})
	if err != nil {
		return err
	}
	return fmt.Errorf("demo: nothing has happened for %s; the game is %s at step %d and waits for %v", s.o.Patience, g.State, g.Step, g.Waiting)
}

// report shows scores and totals and verifies the log.
func (s *show) report(ctx context.Context) error {
	took := time.Since(s.began)
	g, err := ask[*admin.Shown](ctx, s.d, "game.show", admin.LookAt{Game: gameName})
	if err != nil {
		return err
	}
	if g.State != "over" {
		return fmt.Errorf("demo: the game did not reach its end: it is %s", g.State)
	}
	s.say("\nThe game is over.\n\n")
	if err := scoreTable(s.o.Out, g.Scores); err != nil {
		return err
	}
	n := s.counts()
	s.say("\nmails in %d, mails out %d, orders %d, refusals %d, time %.1f s\n", n.in, s.d.Sent().Sent, n.orders, n.refused, took.Seconds())
	v, err := ask[*admin.Verified](ctx, s.d, "game.verify", admin.LookAt{Game: gameName})
	if err != nil {
		return fmt.Errorf("demo: the log does not lead to the same game: %w", err)
	}
	s.say("log verified: %d records, every move replayed, digest %s\n", v.Records, v.Digest)
	if s.o.Keep == "" {
		return nil
	}
	return s.export(ctx)
}

// export keeps the log as text next to the store.
func (s *show) export(ctx context.Context) error {
	e, err := ask[*admin.Exported](ctx, s.d, "game.export", admin.LookAt{Game: gameName})
	if err != nil {
		return err
	}
	path := filepath.Join(s.dir, gameName+".log")
	if err := os.WriteFile(path, []byte(e.Text), 0o600); err != nil {
		return fmt.Errorf("demo: keeping the log: %w", err)
	}
	s.say("kept: %s (railpost game replay reads it), the store and the service's log in %s\n", path, s.dir)
	return nil
}

func scoreTable(out io.Writer, rows []admin.ScoreRow) error {
	if len(rows) == 0 {
		return errors.New("demo: the game has no score")
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	head := []string{"", "player", "points"}
	for _, p := range rows[0].Parts {
		head = append(head, p.Head)
	}
	fmt.Fprintln(w, strings.Join(head, "\t"))
	for _, r := range rows {
		line := []string{fmt.Sprintf("%d.", r.Rank), r.Name, fmt.Sprint(r.Points)}
		for _, p := range r.Parts {
			line = append(line, fmt.Sprint(p.Points))
		}
		fmt.Fprintln(w, strings.Join(line, "\t"))
	}
	return w.Flush()
}
