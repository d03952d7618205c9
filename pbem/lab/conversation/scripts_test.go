package conversation_test

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/engine/enginetest/golden"
	"railpost/engine/enginetest/level"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/table"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
)

// TestConversations runs the scripts of a folder: mails go in, letters come out, as a player
// would read them. With go test -update the letters in the scripts
// are replaced by what came out. Commands:
//
//	begin TITLE GAME SEED NAME...    a game that starts at once
//	invite TITLE GAME SEED NAME...   a game with invitations
//	create SEED JSON                 a game with these parameters
//	mail NAME LINE...                NAME answers his latest letter with these lines
//	confirm NAME [N]                 NAME confirms the preview in his latest letter, or in his N-th
//	answer NAME STYLE FILE           the same with the lines of FILE, as another mail program does
//	tap NAME WORDS [PHONE]           NAME taps the link with these words in his latest letter, and sends the mail
//	taps NAME                        prints the words of the links in it that open answers, and the answers; or none
//	pictures NAME                    prints what the pictures in NAME's latest letter show; or none
//	old NAME N LINE...               NAME answers his N-th letter, counted from 1
//	send FILE                        a raw mail; TOKEN(NAME) in it is the answer address of NAME's
//	                                 latest letter, SHOUT(NAME) that in capitals, ID(NAME) the letter's Message-ID
//	unsubscribe NAME                 NAME presses the button that a mail program makes of List-Unsubscribe
//	again                            the mail sent last arrives once more
//	letter NAME                      prints NAME's latest letter, or those of the service's "host"
//	has FILE, has TEXT...            the lines of FILE (*.txt), or these texts, are in what was printed, in this order, however
//	                                 it is broken into lines; {KEY} A | B is the message of that key with A and B filled in
//	lacks FILE, lacks TEXT...        none of them is in it
//	letters NAME [KIND...]           prints the subjects of all letters since the last call, or none; they are of these kinds, or so many
//	attached NAME FILE               prints a file that NAME's latest letter has attached
//	calendar NAME                    prints the calendar files that NAME's latest letter has attached, or none
//	posted                           prints what waits for hooks to be posted, or none; then nothing waits
//	replay NAME FILE                 plays a log again that NAME's latest letter has attached
//	verdict                          prints what became of the mail sent last
//	organise METHOD JSON             the organiser asks the service for something
//	ask METHOD JSON                  the same, and prints the answer
//	config KEY VALUE                 language (of what organisers are told), drafts, unknown_sender, demand_auth, max_size, max_commands, letters, rules, report, lobby, hooks, pictures
//	pass DURATION                    lets time go by, minute by minute
//	jump DURATION                    the clock moves and nobody looks at it
//	restart                          starts the service anew over the same log
//	older TITLE                      the same with a program that has version 1 of a title
//	upgrade                          the same with a newer program, in which a rule of the toy is mended
//	import TITLE GAME TRACE N JSON   a game of the public site, from a trace up to action N, with these parameters
func TestConversations(t *testing.T) {
	level.Sequential(t)
	t.Cleanup(func() { shownAreReal(t) })
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: golden.Update(),
		Setup: func(e *testscript.Env) error {
			if !level.Full() && !golden.Update() && slices.Contains(alikes, filepath.Base(e.WorkDir)) {
				e.T().Skip("RAILPOST_FULL=1 runs it")
			}
			b, err := pbemtest.New(pbemtest.Find, nil)
			if err != nil {
				return err
			}
			b.Glance = level.Of(30*time.Minute, 0, 0) // the full level compares both, except for whole days
			e.Values["table"] = &scene{Service: b, read: map[string]int{}}
			compareLetters(t, e, b)
			return nil
		},
		Cmds: scriptCommands,
	})
}

// alikes are long scripts of which another of their kind runs at the default level: the same days in other
// titles and languages.
var alikes = []string{"script-byhand-18cz", "script-month-18mag", "script-week-18cz-ca", "script-week-18cz-es", "script-week-18mag-es", "script-week-russian-ca"}

var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"begin":       command(4, func(s *scene, args []string) error { return s.create(true, args) }),
	"invite":      command(4, func(s *scene, args []string) error { return s.create(false, args) }),
	"create":      command(2, (*scene).createOf),
	"mail":        command(2, (*scene).mail),
	"confirm":     command(1, (*scene).confirm),
	"answer":      command(3, (*scene).answer),
	"tap":         command(2, (*scene).tap),
	"taps":        command(1, (*scene).taps),
	"pictures":    command(1, (*scene).pictures),
	"old":         command(3, (*scene).old),
	"send":        command(1, (*scene).send),
	"unsubscribe": command(1, (*scene).unsubscribe),
	"again":       command(0, func(s *scene, _ []string) error { return s.Deliver(s.Sent) }),
	"letter":      command(1, (*scene).letter),
	"has":         command(1, (*scene).has),
	"lacks":       command(1, (*scene).lacks),
	"letters":     command(1, (*scene).letters),
	"attached":    command(2, (*scene).attached),
	"calendar":    command(1, (*scene).calendar),
	"posted":      command(0, (*scene).posted),
	"replay":      command(2, (*scene).replay),
	"verdict":     command(0, func(s *scene, _ []string) error { return s.print("%s: %s\n", s.Last, s.Verdict) }),
	"organise":    command(2, (*scene).organise),
	"ask":         command(2, (*scene).ask),
	"config":      command(1, (*scene).config),
	"pass":        command(1, (*scene).pass),
	"jump":        command(1, (*scene).jump),
	"import":      command(5, (*scene).importOf),
	"older":       command(1, (*scene).older),
	"upgrade":     command(0, func(s *scene, _ []string) error { return s.Upgrade(pbemtest.FindMended) }),
	"restart":     command(0, func(s *scene, _ []string) error { return s.Reopen() }),
}

// scene is a service in a script.
type scene struct {
	*pbemtest.Service
	ts   *testscript.TestScript
	read map[string]int // letters of each box that have been listed
	ids  int            // mails of buttons
	uids []string       // of deadlines, in the order in which they were printed
}

func command(least int, f func(s *scene, args []string) error) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		s := ts.Value("table").(*scene)
		s.ts = ts
		err := errors.New("too few arguments")
		if len(args) >= least {
			err = f(s, args)
		}
		if neg && err != nil {
			ts.Check(s.print("%v\n", err))
			return
		}
		if neg != (err != nil) {
			ts.Fatalf("error: %v", err)
		}
	}
}

func (s *scene) print(format string, args ...any) error {
	_, err := fmt.Fprintf(s.ts.Stdout(), format, args...)
	return err
}

func (s *scene) create(now bool, args []string) error {
	p := admin.CreateGame{Title: args[0], Game: args[1], Seed: []byte(args[2]), StartNow: now, Organiser: "host@example.org"}
	p.Options = map[string]string{}
	for _, arg := range args[3:] {
		if option, value, ok := strings.Cut(arg, "="); ok {
			p.Options[option] = value
		} else {
			p.Players = append(p.Players, pbemtest.From(arg))
		}
	}
	if err := s.Handle("game.create", p, nil); err != nil {
		return err
	}
	return s.Post()
}

func (s *scene) createOf(args []string) error {
	p := admin.CreateGame{Seed: []byte(args[0])}
	if err := json.Unmarshal([]byte(args[1]), &p); err != nil {
		return err
	}
	s.Clock = s.Clock.Add(time.Minute)
	if err := s.Handle("game.create", p, nil); err != nil {
		return err
	}
	return s.Post()
}

func (s *scene) mail(args []string) error {
	s.Clock = s.Clock.Add(time.Minute)
	return s.Answer(args[0], mailtest.Gmail, args[1:]...)
}

// codeOfPreview matches the code in the letter of a preview.
var codeOfPreview = regexp.MustCompile("([`\"])(confirma?) ([0-9A-Z]{3})[`\"]")

func (s *scene) confirm(args []string) error {
	box, n := s.Boxes[pbemtest.Address(args[0])], 0
	if len(args) > 1 {
		if _, err := fmt.Sscan(args[1], &n); err != nil {
			return err
		}
	}
	if n == 0 {
		n = len(box)
	}
	m := codeOfPreview.FindStringSubmatch(box[n-1].Text)
	if m == nil {
		return fmt.Errorf("letter %d of %s has no code", n, args[0])
	}
	return s.mail([]string{args[0], "`" + m[2] + " " + strings.ToLower(m[3]) + "`."})
}

func (s *scene) answer(args []string) error {
	lines := strings.Split(strings.TrimRight(s.ts.ReadFile(args[2]), "\n"), "\n")
	s.Clock = s.Clock.Add(time.Minute)
	return s.Answer(args[0], mailtest.Style(args[1]), lines...)
}

func (s *scene) old(args []string) error {
	var n int
	if _, err := fmt.Sscan(args[1], &n); err != nil {
		return err
	}
	box := s.Boxes[pbemtest.Address(args[0])]
	if n < 1 || n > len(box) {
		return fmt.Errorf("%s has %d letters", args[0], len(box))
	}
	s.Clock = s.Clock.Add(time.Minute)
	return s.AnswerLetter(args[0], box[n-1], mailtest.Gmail, args[2:]...)
}

var ofLetter = regexp.MustCompile(`(TOKEN|SHOUT|ID|CODE)\(([\w ]+)\)`)

func (s *scene) send(args []string) error {
	raw := ofLetter.ReplaceAllStringFunc(s.ts.ReadFile(args[0]), func(text string) string {
		m := ofLetter.FindStringSubmatch(text)
		name, tag, _ := strings.Cut(m[2], " ")
		l, _ := s.Latest(name)
		for _, other := range s.Boxes[pbemtest.Address(name)] { // the newest about that game
			if tag != "" && strings.HasPrefix(other.Subject, "["+tag+"]") {
				l = other
			}
		}
		switch m[1] {
		case "ID":
			return "<" + l.ID + ">"
		case "CODE":
			return pbemtest.Code.FindString(l.Text)
		case "SHOUT":
			return strings.ToUpper(l.ReplyTo)
		}
		return l.ReplyTo
	})
	s.Clock = s.Clock.Add(time.Minute)
	return s.Deliver([]byte(strings.ReplaceAll(raw, "\n", "\r\n")))
}

// drawn are hashes, which depend on keys that are drawn for each game.
var drawn = regexp.MustCompile(`\b[0-9a-f]{4}-[0-9a-f]{4}\b|raw:[0-9a-f]{64}`)

func (s *scene) letter(args []string) error {
	l, ok := s.Latest(args[0])
	if !ok {
		return fmt.Errorf("%s has no letter", args[0])
	}
	text := pbemtest.Code.ReplaceAllString(drawn.ReplaceAllString(l.Text, "(hash)"), "(code)")
	text = codeOfPreview.ReplaceAllString(text, "${1}$2 K7Q$1")
	seeLetter("Subject: " + l.Subject + "\n\n" + text)
	return s.print("Subject: %s\n\n%s", l.Subject, text)
}

var button = regexp.MustCompile(`(?m)^List-Unsubscribe:\s+<mailto:([^?>]+)\?subject=([^>]+)>`)

// unsubscribe sends the mail that the button of the latest letter asks for.
func (s *scene) unsubscribe(args []string) error {
	l, _ := s.Latest(args[0])
	m := button.FindSubmatch(l.Raw)
	if m == nil {
		return fmt.Errorf("the latest letter of %s has no button", args[0])
	}
	subject, err := url.QueryUnescape(string(m[2]))
	if err != nil {
		return err
	}
	s.ids++
	return s.Deliver([]byte(fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <button%d@example.org>\r\n\r\n", pbemtest.Address(args[0]), m[1], subject, s.ids)))
}

// wants returns the lines of a file of the script, or the arguments themselves.
func (s *scene) wants(args []string) []string {
	if len(args) == 1 && strings.HasSuffix(args[0], ".txt") {
		args = strings.Split(s.ts.ReadFile(args[0]), "\n")
	}
	return slices.DeleteFunc(args, func(line string) bool { return strings.TrimSpace(line) == "" })
}

// has compares the last output with the required texts.
func (s *scene) has(args []string) error {
	text, from := fold(s.ts.ReadFile("stdout")), 0
	wants := s.wants(args)
	for _, want := range wants {
		i, err := position(text, from, want)
		if err != nil {
			return err
		}
		if i < 0 {
			return fmt.Errorf("there is no %q after what is before it:\n%s", want, s.ts.ReadFile("stdout"))
		}
		from = i + 1
	}
	if len(wants) == 0 {
		return errors.New("nothing is wanted")
	}
	return nil
}

// lacks compares the last output with forbidden texts.
func (s *scene) lacks(args []string) error {
	text := fold(s.ts.ReadFile("stdout"))
	for _, want := range s.wants(args) {
		if i, err := position(text, 0, want); err != nil || i >= 0 {
			return cmp.Or(err, fmt.Errorf("there is %q:\n%s", want, s.ts.ReadFile("stdout")))
		}
	}
	return nil
}

func (s *scene) letters(args []string) error {
	box := s.Boxes[pbemtest.Address(args[0])]
	kinds := []string{"none"}
	if from := s.read[args[0]]; from < len(box) {
		kinds = nil
		for _, l := range box[from:] {
			kinds = append(kinds, l.Kind)
			if err := s.print("%s\n", l.Subject); err != nil {
				return err
			}
		}
	} else if err := s.print("none\n"); err != nil {
		return err
	}
	s.read[args[0]] = len(box)
	if len(args) > 1 && !slices.Equal(args[1:], kinds) && args[1] != strconv.Itoa(len(kinds)) {
		return fmt.Errorf("%s has the letters %s", args[0], kinds)
	}
	return nil
}

func (s *scene) organise(args []string) error {
	s.Clock = s.Clock.Add(time.Minute)
	if err := s.Handle(args[0], json.RawMessage(args[1]), nil); err != nil {
		return err
	}
	return s.Post()
}

func (s *scene) ask(args []string) error {
	s.Clock = s.Clock.Add(time.Minute)
	var out json.RawMessage
	if err := s.Handle(args[0], json.RawMessage(args[1]), &out); err != nil {
		return err
	}
	if err := s.Post(); err != nil {
		return err
	}
	return s.print("%s\n", out)
}

func (s *scene) pictures(args []string) error {
	l, ok := s.Latest(args[0])
	if !ok {
		return fmt.Errorf("%s has no letter", args[0])
	}
	list, err := mailtest.Pictures(l)
	if err != nil {
		return err
	}
	for _, p := range list {
		if err := s.print("%s, %d px: %s\n", p.Name, p.Width, p.Alt); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		return s.print("none\n")
	}
	return nil
}

func (s *scene) config(args []string) error {
	c := s.Config()
	if len(args) == 1 && args[0] != "hooks" {
		return errors.New("too few arguments")
	}
	switch args[0] {
	case "hooks":
		c.Hooks.Hosts = args[1:]
	case "unknown_sender":
		c.Security.UnknownSender = config.UnknownSender(args[1])
	case "lobby":
		c.Lobby.Open = config.Open(args[1])
	case "language":
		c.Identity.Language = args[1]
	case "drafts":
		c.Identity.Drafts = args[1:]
	case "letters":
		c.Game.Defaults.Letters = table.ReadLetters(args[1])
	case "rules":
		c.Game.Defaults.Rules = args[1:]
	case "demand_auth":
		c.Security.DemandAuth, c.Security.TrustedAuthservID = true, args[1]
	case "max_commands":
		_, err := fmt.Sscan(args[1], &c.Security.MaxCommandsPerMail)
		return err
	case "report":
		e, err := clock.Parse(args[1])
		c.Schedule.Report = []clock.Expr{e}
		return err
	case "archive_after_days":
		_, err := fmt.Sscan(args[1], &c.Store.ArchiveAfterDays)
		return err
	case "keep_ended_days":
		_, err := fmt.Sscan(args[1], &c.Store.KeepEndedDays)
		return err
	case "pictures":
		c.Mail.Out.Pictures = args[1] == "true"
	case "plus_separator":
		c.Mail.Out.PlusSeparator = args[1]
	case "max_size":
		return c.Mail.In.MaxSize.UnmarshalText([]byte(args[1]))
	default:
		return fmt.Errorf("no key %q", args[0])
	}
	return nil
}

func (s *scene) pass(args []string) error {
	d, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	return s.Pass(d)
}

func (s *scene) jump(args []string) error {
	d, err := time.ParseDuration(args[0])
	if err != nil {
		return err
	}
	s.Clock = s.Clock.Add(d)
	return s.Tick()
}
