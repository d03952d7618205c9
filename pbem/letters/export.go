package letters

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"railpost/engine"
	"railpost/engine/rail/log18xx"
	"railpost/pbem/export"
	"railpost/pbem/games"
	"railpost/templates"
)

// The forms in which a player gets the log of a game.
const (
	ExportText = "text"
	ExportCSV  = "csv"
	ExportJSON = "json" // as the public 18xx site has it; of other titles a list of steps
)

// exported is a step of a log that everybody may read.
type exported struct {
	Step    uint64    `json:"step"`
	At      time.Time `json:"at"`
	Player  string    `json:"player,omitempty"`
	Order   string    `json:"order,omitempty"`
	Back    uint64    `json:"back,omitempty"` // an undo: the step that is the last again
	Reports []string  `json:"reports,omitempty"`
}

// export returns the log of a game up to a record as a file, as everybody may know it.
func (w *Writer) export(ctx context.Context, g *games.Game, upTo uint64, form string) (*templates.File, error) {
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
	var list []exported
	for _, s := range steps {
		e := exported{Step: s.Seq, At: s.At.UTC(), Order: s.Line, Back: s.Back}
		names := s.Names(g.Players())
		if s.Seat >= 0 {
			e.Player = names[s.Seat]
		}
		for _, m := range s.Reports {
			e.Reports = append(e.Reports, w.Templates.Say(templates.English, names, time.UTC, m))
		}
		list = append(list, e)
	}
	switch form {
	case ExportCSV:
		return csvFile(g.Name, list)
	case ExportJSON:
		text, err := json.MarshalIndent(list, "", " ")
		return &templates.File{Name: g.Name + ".json", Type: "application/json", Text: string(text) + "\n"}, err
	}
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%d  %s  %s: %s\n", e.Step, e.At.Format(time.DateTime), e.Player, e.Order)
		if e.Back > 0 {
			fmt.Fprintf(&b, "    back to step %d\n", e.Back)
		}
		for _, r := range e.Reports {
			fmt.Fprintf(&b, "    %s\n", r)
		}
	}
	return &templates.File{Name: g.Name + ".txt", Type: "text/plain", Text: b.String()}, nil
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
