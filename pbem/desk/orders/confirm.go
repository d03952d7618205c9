package orders

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"railpost/engine"
	"railpost/pbem/desk/deed"
	"railpost/pbem/desk/words"
	"railpost/pbem/facts/key"
	"railpost/pbem/facts/table"
	"railpost/templates"
	"railpost/templates/parlance"
)

// A legal preview ends with a code. It need not be secret, so it can be short: it only selects one of the
// seat's last previews.
const (
	previewsKept = 3
	codeLetters  = "23456789ABCDEFGHJKMNPQRSTUVWXYZ" // without similar ones
	codeLength   = 3
)

// offerCode keeps a preview and gives its letter the code, if all its lines are legal.
func (h *handling) offerCode() {
	lines := slices.Concat(h.tried, h.read.plans.Lines())
	if len(h.tried) == 0 || slices.ContainsFunc(h.Reply.Lines, func(l templates.Line) bool { return l.Refusal != nil }) {
		return
	}
	random := make([]byte, codeLength)
	_, err := io.ReadFull(h.handler.Salts, random)
	h.Change.Fail(err)
	code := ""
	for _, b := range random {
		code += string(codeLetters[int(b)%len(codeLetters)])
	}
	shown := 0
	for shown < len(h.Reply.Lines) && h.Reply.Lines[shown].Line != "" && h.Reply.Lines[shown].State != engine.Stopped {
		shown++ // playing an order that reveals something does more than the preview
	}
	p := h.Self()
	kept := append(slices.Clip(p.Previews), table.Previewed{Code: code, Lines: lines, Record: h.Change.Seq(), Shown: shown, Sum: h.sum(shown)})
	p.Previews = kept[max(0, len(kept)-previewsKept):]
	h.Reply.Confirm = code
}

// sum returns a checksum of the effects of the first lines.
func (h *handling) sum(shown int) string {
	var what []any
	for _, l := range h.Reply.Lines[:min(shown, len(h.Reply.Lines))] {
		what = append(what, l.Line, l.Reports)
	}
	b, err := json.Marshal(what)
	h.Change.Fail(err)
	return fmt.Sprintf("%x", sha256.Sum256(b))[:16]
}

// confirmed replaces the line "confirm K7Q" by the lines that were previewed.
func (h *handling) confirmed(typed []string) []string {
	book := h.reader().vocabularyBook()
	for i, line := range typed {
		if p := Confirms(book, h.Self(), line); p != nil {
			h.confirm = p
			return slices.Concat(typed[:i], p.Lines, typed[i+1:])
		}
	}
	return typed
}

// Confirms returns the preview of a player that a line confirms, in the words of a book; nil for
// none.
func Confirms(book *parlance.Book, player *table.Player, line string) *table.Previewed {
	line = book.ReadService(strings.Trim(line, " .,!`\"'*_")).English // as in the letter
	if words.First(line) != "confirm" {
		return nil
	}
	code := strings.ToUpper(words.After(line))
	i := slices.IndexFunc(player.Previews, func(p table.Previewed) bool { return p.Code == code })
	if i < 0 {
		return nil
	}
	p := player.Previews[i]
	return &p
}

// confirm is refused here: with the code of a preview, its lines have taken its place.
var _ = deed.Bind("confirm", func(ctx context.Context, d *deed.Deed, rest string) bool {
	list := d.Self().Previews
	codes := engine.SeveralOf("codes", list, func(name string, p table.Previewed) engine.Arg { return engine.Text(name, p.Code) })
	return d.Refuse(key.ConfirmHow, engine.Text("code", strings.TrimSpace(rest)), engine.Int("n", len(list)), codes)
})

// tellSince says what has happened since the preview that is confirmed.
func (w *work) tellSince(what string, was *table.Previewed) {
	n := w.in.Game.Table.HiddenRecords.Step(w.in.Game.Head.Seq, w.Seat) - w.in.Game.Table.HiddenRecords.Step(was.Record, w.Seat)
	if n == 0 {
		return
	}
	w.Tell(engine.Msg(what, engine.Int("n", int(n))))
	w.Reply.Log = int(n)
}
