package admin

import (
	"cmp"
	"context"
	"slices"
	"time"

	"railpost/engine"
	"railpost/pbem/desk/archive"
	"railpost/pbem/facts/table"
	"railpost/pbem/mail/outbox"
)

// TitleStats are the figures of all games of a title, archived ones included.
type TitleStats struct {
	Title    string `json:"title"` // "" in the sum of all titles
	Games    int    `json:"games"`
	Inviting int    `json:"inviting"`
	Running  int    `json:"running"` // or paused
	Over     int    `json:"over"`    // played to the end
	Closed   int    `json:"closed"`

	Days  float64 `json:"days"`  // how long a game that is over has lasted on average
	Steps float64 `json:"steps"` // number of steps

	Answers int   `json:"answers"` // number of waits that ended with an answer
	Seconds int64 `json:"seconds"` // how long on average

	// In the sum alone.
	LastDay int            `json:"letters_last_day,omitzero"` // letters of the last 24 hours
	PerDay  int            `json:"per_day,omitzero"`          // how many may be sent; 0: no limit
	Tables  []TableLetters `json:"tables,omitzero"`           // games that had any in the last week, most first
}

// TableLetters is the average number of letters of a game a day; "" has those of none.
type TableLetters struct {
	Game    string  `json:"game"`
	Letters float64 `json:"letters"`
}

// stats returns the figures of each title with games, and of all together.
func (d lookDesk) stats(ctx context.Context, _ None) ([]TitleStats, error) {
	counts, err := outbox.ReadCounts(ctx, d.Store)
	if err != nil {
		return nil, err
	}
	by, all := map[string]*TitleStats{}, &TitleStats{LastDay: counts.Day(d.Now()), PerDay: d.Config.Mail.Out.PerDay}
	for game, n := range counts.Week(d.Now()) {
		all.Tables = append(all.Tables, TableLetters{game, float64(n) / outbox.WeekDays})
	}
	slices.SortFunc(all.Tables, func(a, b TableLetters) int {
		return cmp.Or(cmp.Compare(b.Letters, a.Letters), cmp.Compare(a.Game, b.Game))
	})
	err = d.EachTable(ctx, func(t *table.Table, last uint64) error {
		if by[t.Title] == nil {
			by[t.Title] = &TitleStats{Title: t.Title}
		}
		days := 0.0
		if t.State == table.Over {
			if days, err = d.lasted(ctx, t, last); err != nil {
				return err
			}
		}
		for _, s := range []*TitleStats{by[t.Title], all} {
			s.add(t, days, t.HiddenRecords.Step(last, engine.Nobody))
		}
		return nil
	})
	out := []TitleStats{}
	for _, s := range by {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b TitleStats) int { return cmp.Compare(a.Title, b.Title) })
	out = append(out, *all)
	for i := range out {
		out[i].average()
	}
	return out, err
}

// lasted returns how many days passed from the first record of a game to its last.
func (d lookDesk) lasted(ctx context.Context, t *table.Table, last uint64) (float64, error) {
	began, err := archive.LastEntry(ctx, d.desk.Journal, t, 1)
	if err != nil {
		return 0, err
	}
	ended, err := archive.LastEntry(ctx, d.desk.Journal, t, last)
	return float64(ended.Sub(began)) / float64(24*time.Hour), err
}

// add counts a game; until average is called, Days, Steps and Seconds are sums.
func (s *TitleStats) add(t *table.Table, days float64, steps uint64) {
	s.Games++
	switch t.State {
	case table.Inviting:
		s.Inviting++
	case table.Over:
		s.Over++
		s.Days, s.Steps = s.Days+days, s.Steps+float64(steps)
	case table.Closed:
		s.Closed++
	default:
		s.Running++
	}
	for _, p := range t.Players {
		s.Answers, s.Seconds = s.Answers+p.Turns, s.Seconds+p.Took
	}
}

func (s *TitleStats) average() {
	if s.Over > 0 {
		s.Days, s.Steps = s.Days/float64(s.Over), s.Steps/float64(s.Over)
	}
	if s.Answers > 0 {
		s.Seconds /= int64(s.Answers)
	}
}
