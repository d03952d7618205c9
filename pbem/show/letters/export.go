package letters

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/games"
	"railpost/pbem/facts/table"
	"railpost/pbem/show/export"
	"railpost/templates"
)

// The forms in which a player gets the log of a game.
const (
	ExportText = "text"
	ExportCSV  = "csv"
	ExportJSON = "json" // as on the public 18xx site; for other titles a list of steps
	ExportLog  = "log"  // the whole log with its seed, of a game that is over: it proves itself
)

// exported is a public step of a log.
type exported struct {
	Step    uint64    `json:"step"`
	At      time.Time `json:"at"`
	Player  string    `json:"player,omitempty"`
	Order   string    `json:"order,omitempty"`
	Back    uint64    `json:"back,omitempty"` // an undo: the step that is the last again
	Reports []string  `json:"reports,omitempty"`
}

// export returns the public log of a game up to a record as a file.
func (w *Writer) export(ctx context.Context, g *games.Game, upTo uint64, form string) (*templates.File, error) {
	if form == ExportLog {
		return w.wholeLog(ctx, g)
	}
	if title, ok := w.Titles(g.Table.Title).(log18xx.Title); ok && form == ExportJSON {
		records, err := w.Games.Records(ctx, g.Name, 0, upTo)
		if err != nil {
			return nil, err
		}
		text, err := export.Site(title, g.Table, records)
		if err == nil {
			return &templates.File{Name: g.Name + ".json", Type: "application/json", Text: text}, nil
		}
		w.Log.Warn("a game could not be written for the 18xx site", "game", g.Name, "err", err)
	}
	steps, err := w.Happened(ctx, g, 0, upTo, engine.Nobody)
	if err != nil {
		return nil, err
	}
	list := w.exported(g, steps)
	switch form {
	case ExportCSV:
		return csvFile(g.Name, list)
	case ExportJSON:
		text, err := json.MarshalIndent(list, "", " ")
		return &templates.File{Name: g.Name + ".json", Type: "application/json", Text: string(text) + "\n"}, err
	}
	return &templates.File{Name: g.Name + ".txt", Type: "text/plain", Text: asText(list)}, nil
}

// exported turns steps into public ones.
func (w *Writer) exported(g *games.Game, steps []templates.Step) (list []exported) {
	for _, s := range steps {
		e := exported{Step: s.Seq, At: s.At.UTC(), Order: s.Line, Back: s.Back}
		names := s.Names(g.Players())
		if s.Seat >= 0 {
			e.Player = names[s.Seat]
		}
		for _, m := range s.Reports {
			e.Reports = append(e.Reports, w.Templates.Say(templates.English, names, time.UTC, m))
		}
		if by := templates.InPlace(s); !by.Empty() {
			e.Reports = append(e.Reports, w.Templates.Say(templates.English, names, time.UTC, by))
		}
		list = append(list, e)
	}
	return list
}

func asText(list []exported) string {
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%s\n", e.head())
		if e.Back > 0 {
			fmt.Fprintf(&b, "    back to step %d\n", e.Back)
		}
		for _, r := range e.Reports {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(r, "\n", "\n    "))
		}
	}
	return b.String()
}

// head is the first line of a step. It follows from the log alone, not from the messages of
// this program.
func (e exported) head() string {
	who := strings.TrimRight(fmt.Sprintf("%s: %s", e.Player, e.Order), ": ")
	return strings.TrimRight(fmt.Sprintf("%d  %s  %s", e.Step, e.At.Format(time.DateTime), who), " ")
}

// headLine matches the output of head.
var headLine = regexp.MustCompile(`(?m)^(\d+)  \d{4}-\d\d-\d\d \d\d:\d\d:\d\d.*$`)

// PublicLog returns the public log of a game, beginning with an earlier text: its words stay, even if this
// program would choose others. The text is dropped only if its last step differs from the log's, as after a
// restore, or if a person named there was erased.
func (w *Writer) PublicLog(ctx context.Context, g *games.Game, earlier string) (string, error) {
	since, err := w.continues(ctx, g, earlier)
	if err != nil {
		return "", err
	}
	if since == 0 {
		earlier = fmt.Sprintf("# %s: %s version %d, %s%s\n", g.Name, g.Table.Title, g.Table.Setup.Version, strings.Join(g.Table.NamesAt(1), ", "), erased(g))
	}
	steps, err := w.Happened(ctx, g, since, g.Head.Seq, engine.Nobody)
	return earlier + asText(w.exported(g, steps)), err
}

// erased is how the first line of a public log ends after somebody was erased.
func erased(g *games.Game) string {
	if g.Table.Erased.IsZero() {
		return ""
	}
	return "; names erased on " + g.Table.Erased.UTC().Format(time.DateTime)
}

// continues returns the last record in a text that PublicLog returned; 0 if the log of the
// game is not its continuation.
func (w *Writer) continues(ctx context.Context, g *games.Game, text string) (uint64, error) {
	heads := headLine.FindAllStringSubmatch(text, -1)
	first, _, _ := strings.Cut(text, "\n")
	if len(heads) == 0 || !strings.HasSuffix(text, "\n") || !strings.HasSuffix(first, erased(g)) {
		return 0, nil
	}
	last := heads[len(heads)-1]
	step, err := strconv.ParseUint(last[1], 10, 64)
	if err != nil || step == 0 || step > g.Table.HiddenRecords.Step(g.Head.Seq, engine.Nobody) {
		return 0, nil
	}
	record := g.Table.HiddenRecords.Record(step, engine.Nobody)
	steps, err := w.Happened(ctx, g, g.Table.HiddenRecords.Record(step-1, engine.Nobody), record, engine.Nobody)
	if list := w.exported(g, steps); err != nil || len(list) != 1 || list[0].head() != last[0] {
		return 0, err
	}
	return record, nil
}

// csvFile has a row for each report, so that a spreadsheet can sort and count them.
func csvFile(name string, list []exported) (*templates.File, error) {
	var b strings.Builder
	out := csv.NewWriter(&b)
	rows := [][]string{{"step", "at", "player", "order", "report"}}
	for _, e := range list {
		for i := range max(1, len(e.Reports)) {
			row := []string{strconv.FormatUint(e.Step, 10), e.At.Format(time.RFC3339), e.Player, e.Order, ""}
			if e.Back > 0 {
				row[3] = fmt.Sprintf("undo: back to step %d", e.Back)
			}
			if i < len(e.Reports) {
				row[4] = e.Reports[i]
			}
			rows = append(rows, row)
		}
	}
	err := out.WriteAll(rows)
	return &templates.File{Name: name + ".csv", Type: "text/csv", Text: b.String()}, err
}

// wholeLog returns the log of a game that is over with all that was hidden and its seed, as
// railpost game replay reads it.
func (w *Writer) wholeLog(ctx context.Context, g *games.Game) (*templates.File, error) {
	if g.Table.State != table.Over {
		return nil, fault.Wrong("wait until it is over", "game %s is not over, and its seed is secret", g.Name)
	}
	log, err := w.Games.Stored(ctx, g.Name)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	if err := export.Write(&b, log.Records, export.Secret{Seed: g.Table.Seed, Service: g.Table.Service, Added: g.Table.Added()}); err != nil {
		return nil, err
	}
	return &templates.File{Name: g.Name + ".jsonl", Type: "application/jsonl", Text: b.String(), Pack: true}, nil
}

// packet is the attachments of the last letter of a game: the log to read, and to check.
func (w *Writer) packet(ctx context.Context, g *games.Game) ([]templates.File, error) {
	text, err := w.PublicLog(ctx, g, "")
	if err != nil {
		return nil, err
	}
	log, err := w.wholeLog(ctx, g)
	if err != nil {
		return nil, err
	}
	return []templates.File{{Name: g.Name + ".txt", Type: "text/plain", Text: text, Pack: true}, *log}, nil
}
