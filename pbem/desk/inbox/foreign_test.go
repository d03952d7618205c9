package inbox_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

// TestForeignMail: mails in the style of other people's programs play their lines, or get a reply with the
// reason why they cannot be read; automatic ones get none. Quotations are not played.
func TestForeignMail(t *testing.T) {
	level.Sequential(t)
	cases, err := txtar.ParseFile("testdata/foreign.txtar")
	expect.NoError(t, err)
	for _, title := range []string{"toy", "russian"} {
		if title != "toy" && !level.Full() {
			continue
		}
		b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
		for i, f := range cases.Files {
			want, name, _ := strings.Cut(f.Name, " ")
			t.Run(title+"/"+name, func(t *testing.T) {
				game := fmt.Sprintf("g%d", i)
				b.Begin(t, admin.CreateGame{Title: title, Game: game, Seed: []byte("seed")})
				writer := &foreigner{name: "Ana"}
				if l, _ := b.Latest("Ana"); title == "russian" && !strings.Contains(l.Text, "[3]") {
					writer.name = "Ben"
				}
				writer.read(t, b)
				before, box := writer.played(t, b, game), len(b.Boxes[writer.address()])
				expect.NoError(t, b.Deliver(writer.fill(string(f.Data), i)))
				steps := writer.played(t, b, game)[len(before):]
				letters := b.Boxes[writer.address()][box:]
				checkForeign(t, want, writer, steps, letters)
				if len(letters) > 0 && strings.HasPrefix(name, "mangled") && strings.Contains(letters[0].Text, "=> ") {
					t.Error("our own letter is listed as not understood")
				}
				if len(letters) > 0 && !strings.Contains(strings.Join(strings.Fields(letters[0].Text), " "), says[name]) {
					t.Errorf("the letter lacks %q", says[name])
				}
				if t.Failed() {
					t.Logf("verdict %s, played %q", b.Verdict, steps)
					for _, l := range letters {
						t.Logf("%s\n%s", l.Subject, l.Text[:min(len(l.Text), 1500)])
					}
				}
			})
		}
	}
}

// says is the content of a reply that asks back.
var says = map[string]string{
	"alt-differ": "they order different things", "alt-differ-quoted": "they order different things", "subject-only": "no orders in a subject",
	"subject-eom": "no orders in a subject", "smime-opaque": "signed with S/MIME", "smime-encrypted": "is encrypted", "winmail-only": "winmail.dat",
	"from-group": "From: Players: ", "charset-utf7": "charset utf-7", "charset-kr": "charset iso-2022-kr", "mangled-talk": "look like Railpost's letter",
	"mangled-between": "look like Railpost's letter",
}

func checkForeign(t *testing.T, want string, w *foreigner, steps []string, letters []pbemtest.Letter) {
	played := map[string]string{"play": w.order, "third": w.third}[want]
	switch {
	case played != "" && !slices.Equal(steps, []string{played}):
		t.Errorf("want %q", played)
	case played == "" && len(steps) > 0:
		t.Errorf("something is played, want %s", want)
	case want == "silent" && len(letters) > 0, want == "ask" && len(letters) == 0:
		t.Errorf("%d letters, want %s", len(letters), want)
	}
}

// foreigner is a player with a mail program of their own.
type foreigner struct {
	name         string
	letter       *reader.Letter
	order, third string
}

func (w *foreigner) address() string { return pbemtest.Address(w.name) }

// read reads the turn letter, and decides on a move.
func (w *foreigner) read(t *testing.T, b *pbemtest.Service) {
	t.Helper()
	l, _ := b.Latest(w.name)
	var err error
	w.letter, err = reader.Read(l.Raw)
	expect.NoError(t, err)
	w.third = w.letter.Choices[2].Order()
	at := slices.IndexFunc(w.letter.Choices, func(c reader.Choice) bool { return strings.Contains(c.Order(), ": ") && c.N != 3 })
	w.order = w.letter.Choices[at].Order()
}

// played returns the orders of a game so far.
func (w *foreigner) played(t *testing.T, b *pbemtest.Service, game string) (lines []string) {
	t.Helper()
	var log admin.LogText
	expect.NoError(t, b.Handle("game.log", admin.LookAt{Game: game}, &log))
	for _, s := range log.Steps {
		if s.Line != "" {
			lines = append(lines, s.Line)
		}
	}
	return lines
}

// fill fills in a mail's placeholders for the letter, the order and the player.
func (w *foreigner) fill(mail string, n int) []byte {
	text := strings.TrimRight(w.letter.Text, "\n")
	lines := strings.Split(text, "\n")
	half := len(lines) / 2
	head, tail, _ := strings.Cut(w.order, ": ")
	safe := strings.ReplaceAll(text, "@", "@post.safelinks.example/")
	shy := strings.ReplaceAll(w.order, "o", "\u00ado")
	quoted := func(lines []string) string { return "> " + strings.Join(lines, "\n> ") }
	mail = strings.NewReplacer("@ORDER@", w.order, "@ORDERA@", head+":", "@ORDERB@", tail, "@ORDERCAP@", strings.ToUpper(w.order[:1])+w.order[1:],
		"@ORDERENT@", strings.ReplaceAll(w.order, " ", "&nbsp;"), "@ORDERFULL@", fullwidth(w.order), "@ORDERSHY@", shy,
		"@B64ORDER@", base64.StdEncoding.EncodeToString([]byte(w.order+"\n")), "@B64BARE@", base64.RawStdEncoding.EncodeToString([]byte(w.order+"\n")),
		"@FROM@", w.address(), "@LOCAL@", strings.ToLower(w.name), "@NAME@", w.name, "@TO@", w.letter.ReplyTo, "@SUBJECT@", w.letter.Subject,
		"@ID@", fmt.Sprint("foreign", n), "@MID@", "<"+w.letter.ID+">", "@LETTER@", text, "@LETTERSAFE@", safe, "@HTMLLETTER@", w.letter.HTML,
		"@QUOTED@", quoted(lines), "@QUOTEDHALF@", quoted(lines[:half]), "@QUOTEDREST@", quoted(lines[half:]),
		"@BARS@", "| "+strings.Join(lines, "\n| "), "@COLONS@", ": "+strings.Join(lines, "\n: "), "@STARS@", "* "+strings.Join(lines, "\n* "),
		"@GUILLEMETS@", "» "+strings.Join(lines, "\n» "), "@MANGLED@", "=> "+strings.Join(lines, " <=\n=> ")+" <=",
		"@UU@", "begin 644 order.txt\n&<V5L;`H\n`\nend",
		"@BLANK@", "", "@BLOB@", strings.Repeat("BCL:0;PCL:0;RULEID:x;SRVR:y;", 2500), "@CR@", "\r").Replace(mail)
	return []byte(strings.ReplaceAll(mail, "\n", "\r\n"))
}

// fullwidth returns a line as Japanese keyboards write figures and colons.
func fullwidth(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ':' || r >= '0' && r <= '9' {
			return r + 0xfee0
		}
		return r
	}, s)
}
