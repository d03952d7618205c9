package letters_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine"
	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/extract"
	"railpost/pbem/mail/reader"
)

// The places in which people put an answer: alone, above the letter and below it.
var placed = [][]mailtest.Style{
	{mailtest.Bare},
	{mailtest.Gmail, mailtest.GmailHTML, mailtest.OutlookPlain, mailtest.OutlookHTML, mailtest.OutlookWeb, mailtest.OutlookLinks, mailtest.IPhone, mailtest.AppleMail, mailtest.Wrapped},
	{mailtest.Unmarked, mailtest.Thunderbird, mailtest.Neomutt},
}

// TestOfferedLinesAreRead: every block of lines that a letter offers to send back, sent alone, above the
// quoted letter or below it, in answer to that letter, is read as exactly these lines.
func TestOfferedLinesAreRead(t *testing.T) {
	level.Sequential(t)
	sent, read := 0, 0
	for i, title := range []string{"toy", "18mag", "18cz", "russian", "tycoon"} {
		t.Run(title, func(t *testing.T) {
			o := begunOffers(t, title, uint64(i))
			for range level.Of(3, 20, 200) {
				for range 1 + o.rng.IntN(level.Of(12, 30, 30)) {
					o.move()
				}
				if !o.check() {
					break
				}
			}
			sent, read = sent+o.sent, read+o.read
		})
	}
	if t.Logf("%d of %d blocks", read, sent); read < 120 || 4*read < 3*sent {
		t.Errorf("only %d of %d blocks were legal, so that their lines could be compared", read, sent)
	}
}

// offers sends back the offers of letters.
type offers struct {
	*talk
	sent, read int
}

// begunOffers begins a game with letters in three languages.
func begunOffers(t *testing.T, title string, seed uint64) *offers {
	b := expect.Get(pbemtest.New(pbemtest.Find, nil))(t)
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("offered"), StartNow: true}
	p.Players = pbemtest.FromAll(people...)
	expect.NoError(t, b.Handle("game.create", p, nil))
	expect.NoError(t, b.Post())
	expect.NoError(t, b.Answer("Ben", mailtest.Bare, "set language es", "resend"))
	expect.NoError(t, b.Answer("Cleo", mailtest.Bare, "set language ca", "resend"))
	return &offers{talk: &talk{T: t, Service: b, rng: rand.New(rand.NewPCG(level.Seed(t, seed), 3))}}
}

// move plays the usual turn of an acting seat, or an order at random.
func (o *offers) move() {
	if len(o.table().Waiting) == 0 {
		return
	}
	name := o.mover()
	l, _ := o.Latest(name)
	o.Clock = o.Clock.Add(time.Minute)
	if o.rng.IntN(3) > 0 {
		if expect.NoError(o.T, o.Answer(name, mailtest.Bare, "usual")); o.Verdict == "played" {
			return
		}
	}
	if c := l.Choices; len(c) > 0 {
		expect.NoError(o.T, o.AnswerLetter(name, l, mailtest.Bare, strings.Join(c[o.rng.IntN(len(c))].Lines, " ")))
	}
}

func (o *offers) mover() string { return people[o.table().Waiting[0].Seat] }

// check sends back the offers of the present letter, and those of its replies: to lines with a slip, to a
// preview, to questions. false: no seat must act.
func (o *offers) check() bool {
	if len(o.table().Waiting) == 0 {
		return false
	}
	name := o.mover()
	o.Clock = o.Clock.Add(24 * time.Hour) // answers of one day are limited
	turn, _ := o.Latest(name)
	o.send(name, turn, 2)
	var lines []string
	for _, c := range turn.Choices {
		lines = append(lines, c.Order())
	}
	if len(lines) == 0 {
		return true
	}
	line, planned := lines[o.rng.IntN(len(lines))], lines[o.rng.IntN(len(lines))]
	verb := engine.FirstFold(line)
	for _, mail := range [][]string{
		{slip(line), "plan", planned, "end"},
		{slip(line)},
		{strings.TrimSpace(strings.TrimPrefix(line, verb))},
		{line, "plan", planned, "end", "preview"},
		{"help " + verb},
		{"moves " + verb},
	} {
		o.Clock = o.Clock.Add(time.Minute)
		expect.NoError(o.T, o.AnswerLetter(name, turn, mailtest.Bare, mail...))
		l, _ := o.Latest(name)
		if l.Kind == "receipt" { // the slip was no fault
			return true
		}
		o.send(name, l, 1)
	}
	return true
}

// slip returns a line with the second and third letter of its verb swapped.
func slip(line string) string {
	if len(line) < 4 {
		return line + "x"
	}
	return line[:1] + line[2:3] + line[1:2] + line[3:]
}

// send sends back some of the blocks that a letter offers.
func (o *offers) send(name string, l pbemtest.Letter, most int) {
	blocks := offered(o.T, l)
	o.rng.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	slices.SortStableFunc(blocks, func(a, b []string) int { return rarity(b) - rarity(a) })
	for i, block := range blocks[:min(len(blocks), most+1)] {
		if i > 0 {
			block = blocks[i+o.rng.IntN(len(blocks)-i)]
		}
		for _, styles := range placed {
			style := styles[o.rng.IntN(len(styles))]
			o.Clock = o.Clock.Add(time.Minute)
			expect.NoError(o.T, o.AnswerLetter(name, l, style, append(slices.Clone(block), "preview")...))
			o.sent++
			o.compare(name, style, l, block)
		}
	}
}

// rarity puts long blocks first, and before them the code of a preview, which is lost after three more previews.
func rarity(block []string) int {
	if confirms(block) {
		return 1000
	}
	return len(block)
}

func confirms(block []string) bool { return len(block) == 1 && codeLine.MatchString(block[0]) }

// compare looks into a preview whether its lines are those that were sent.
func (o *offers) compare(name string, style mailtest.Style, to pbemtest.Letter, block []string) {
	l, _ := o.Latest(name)
	p := o.table().Players[slices.Index(people, name)]
	fail := func(why string, got any) {
		o.Errorf("%s, step %d: %q in answer to a letter of kind %s: %s %q\n%s\nto\n%s", style, to.Step, block, to.Kind, why, got, l.Text, to.Text)
	}
	want := whole(block)
	if _, code, ok := strings.Cut(want[0], " "); ok && confirms(want) {
		i := slices.IndexFunc(p.Previews, func(p table.Previewed) bool { return p.Code == code })
		if i < 0 {
			return
		}
		want = p.Previews[i].Lines
	}
	if l.Kind != "preview" || notRead.MatchString(l.Text) {
		fail("answered with", l.Kind)
		return
	}
	if !codeOffer.MatchString(l.Text) { // a line of it is not legal now
		return
	}
	o.read++
	got := p.Previews[len(p.Previews)-1].Lines
	if len(got) != len(want) || name == "Ana" && !slices.EqualFunc(got, want, sameLine) {
		fail("read as", got)
	}
}

// sameLine reports whether two lines are one order, as mail programs fold it.
func sameLine(a, b string) bool { return extract.Key(a) == extract.Key(b) }

var (
	readyBlock = regexp.MustCompile(`(?m)^YOUR (?:MAIL|LINES), READY TO SEND.*\n(?:\w.*\n)*((?:  .*\n)+)`)
	nearBlock  = regexp.MustCompile(`(?m)^      Did you mean:\n((?:        .*\n)+)`)
	nearMark   = regexp.MustCompile(`^\[[a-z]\] `)
	codeOffer  = regexp.MustCompile("`(confirma? [0-9A-Z]{3})`")
	codeLine   = regexp.MustCompile("^confirma? [0-9A-Z]{3}$")
	notRead    = regexp.MustCompile("NOT READ AS|NO LEÍDO|NO LLEGIT")
	helpOffer  = regexp.MustCompile(`(?m)^ +[Ff]or example: (.*)$`)
)

// offered returns the lines that a letter offers to send back: each choice, the usual turn, the mail that is
// ready to be sent again, suggestions, the code of a preview, examples, and its links.
func offered(t *testing.T, l pbemtest.Letter) (blocks [][]string) {
	for _, c := range l.Choices {
		blocks = append(blocks, c.Lines)
	}
	if len(l.Usual) > 0 {
		blocks = append(blocks, l.Usual)
	}
	for _, m := range readyBlock.FindAllStringSubmatch(l.Text, -1) {
		blocks = append(blocks, trimmed(m[1]))
	}
	for _, m := range nearBlock.FindAllStringSubmatch(l.Text, -1) {
		for _, line := range whole(trimmed(m[1])) {
			blocks = append(blocks, []string{nearMark.ReplaceAllString(line, "")})
		}
	}
	for _, re := range []*regexp.Regexp{codeOffer, helpOffer} {
		for _, m := range re.FindAllStringSubmatch(l.Text, -1) {
			blocks = append(blocks, []string{strings.Trim(m[1], "`.")})
		}
	}
	taps, _ := expect.Get2(mailtest.Taps(l))(t)
	for _, tap := range taps {
		if !tap.Command() && !strings.Contains(tap.Text, "(") {
			blocks = append(blocks, trimmed(tap.Body))
		}
	}
	return slices.DeleteFunc(blocks, func(b []string) bool { return len(b) == 0 })
}

// trimmed returns the lines of a block without their remarks.
func trimmed(text string) (lines []string) {
	for line := range strings.Lines(strings.ReplaceAll(text, "\r\n", "\n")) {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// whole joins the pieces in which a letter prints long lines.
func whole(pieces []string) (lines []string) {
	for i, p := range pieces {
		if i > 0 && reader.Continues(lines[len(lines)-1:]) {
			lines[len(lines)-1] += " " + p
		} else {
			lines = append(lines, p)
		}
	}
	return lines
}

// TestNothingAboveIsDropped: lines of the letter that stand above an order and above the quotation are
// read or repeated, whatever they were taken for.
func TestNothingAboveIsDropped(t *testing.T) {
	level.Sequential(t)
	for i, title := range []string{"18mag", "russian"} {
		t.Run(title, func(t *testing.T) {
			o := begunOffers(t, title, uint64(i))
			for range level.Of(2, 10, 60) {
				for range 4 {
					o.move()
				}
				o.Clock = o.Clock.Add(24 * time.Hour)
				name := o.mover()
				l, _ := o.Latest(name)
				lines := slices.DeleteFunc(trimmed(l.Text), func(l string) bool { return !plainLine(l) || numberAbove.MatchString(l) })
				for _, block := range offered(t, l) { // read, it may be told in other words
					lines = slices.DeleteFunc(lines, func(l string) bool { return slices.Contains(block, l) })
				}
				if len(l.Choices) == 0 || !plainLine(l.Choices[0].Order()) {
					continue
				}
				for range 8 {
					from := o.rng.IntN(len(lines) - 3)
					typed := append(slices.Clone(lines[from:from+1+o.rng.IntN(3)]), "-- ", "preview "+l.Choices[0].Order())
					if o.rng.IntN(2) == 0 {
						typed = slices.DeleteFunc(typed, func(l string) bool { return l == "-- " })
					}
					o.Clock = o.Clock.Add(time.Minute)
					style := placed[1][o.rng.IntN(len(placed[1]))]
					expect.NoError(t, o.AnswerLetter(name, l, style, typed...))
					answer, _ := o.Latest(name)
					for _, line := range typed {
						line = strings.TrimSpace(numberAbove.ReplaceAllString(line, ""))
						if !strings.Contains(extract.Key(answer.Text), strings.TrimSuffix(extract.Key(strings.TrimPrefix(line, "preview ")), ".")) {
							t.Errorf("%s: %q of %q is neither read nor repeated:\n%s\nto\n%s", style, line, typed, answer.Text, l.Text)
							return
						}
					}
				}
			}
		})
	}
}

// plainLine is a line without a heading whose first word asks for the part of the letter below it; it has no
// address, which would introduce a quotation, and is short enough to be repeated on one line.
func plainLine(line string) bool {
	return len(line) <= 50 && !strings.Contains(line, "@") && plainWord.MatchString(line)
}

var plainWord = regexp.MustCompile(`^(\P{Lu}|.\P{Lu}).*\pL{2}`)

var numberAbove = regexp.MustCompile(`^(\[(?:\d+|[a-z]+)\] |- )|--? ?$`)
