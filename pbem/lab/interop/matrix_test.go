package interop

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"railpost/engine/enginetest/expect"
	"railpost/engine/enginetest/level"
)

// outcome is what came of a cell of the matrix.
type outcome struct {
	did     map[string][]string // what succeeded: the ways of encryption
	trouble []string            // what did not
}

func (o *outcome) note(t *testing.T, what, way string, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s with %s: %v", what, way, err)
		text := []rune(strings.Join(strings.Fields(err.Error()), " "))
		o.trouble = append(o.trouble, what+" with "+way+": "+string(text[:min(len(text), 300)]))
	} else if !slices.Contains(o.did[what], way) {
		o.did[what] = append(o.did[what], way)
	}
}

func (o *outcome) String() string {
	var all []string
	for _, what := range slices.Sorted(maps.Keys(o.did)) {
		all = append(all, what+" ("+strings.Join(o.did[what], ", ")+")")
	}
	if n := len(o.trouble); n > 0 {
		all = append(all, fmt.Sprintf("**%d failed**", n))
	}
	return strings.Join(all, "; ")
}

// matrix is the whole result: cells by pair and by program; the service itself is one of the programs.
type matrix struct {
	cells  map[string]map[string]*outcome
	notRun map[string]string // reasons
}

func (m *matrix) cell(p pair, name string) *outcome {
	row := m.cells[p.String()]
	if row[name] == nil {
		row[name] = &outcome{did: map[string][]string{}}
	}
	return row[name]
}

// itself is the row of the service.
const itself = "railpost"

var update = flag.Bool("update", false, "write docs/interop-matrix.md")

func TestMatrix(t *testing.T) {
	level.NeedLong(t)
	m := &matrix{cells: map[string]map[string]*outcome{}, notRun: map[string]string{}}
	binary := build(t)
	for _, p := range pairs {
		if err := p.install(t); err != nil {
			m.notRun[p.String()] = err.Error()
			continue
		}
		whole := true // if another is chosen with -run
		t.Run(p.String(), func(t *testing.T) {
			m.cells[p.String()], whole = map[string]*outcome{}, false
			play(t, m, p, binary)
			whole = true
		})
		if !whole {
			m.cell(p, itself).note(t, "plays", "both", errors.New("the game was not played to its end"))
		}
	}
	for _, p := range programs {
		if version("/", p.pack) == "" {
			m.notRun[p.name] = "not installed"
		}
	}
	text := m.table(t)
	fmt.Print(text)
	if *update {
		expect.NoError(t, os.WriteFile(level.Path("docs/interop-matrix.md"), []byte(text), 0o644))
	}
}

const page = `# Mail servers and mail programs

Through each pair of servers below, two players played a game of Russian Railroads against the built
program, on one machine over loopback. In turn they read their letters by IMAP and answered them
with each mail program:

* **reads**: the program fetched the letter, and its body was the same;
* **sends**: the program's answer was played, once, and the message was moved to
  ` + "`" + processed + "`" + `, a folder whose name is not ASCII;
* **doctor**: ` + "`railpost doctor`" + ` found nothing wrong.

TLS is from the first byte, STARTTLS later. The programs trusted a private authority alone, and
logged in. The service used TLS for IMAP with STARTTLS for SMTP, and the reverse. Providers, mail
programs with windows or on phones, and addresses outside ASCII are not part of it.

    RAILPOST_LONG=1 go test ./pbem/lab/interop -v -timeout 1h -update

makes this page: as root on Debian, with the mail programs and ` + "`mmdebstrap`" + ` installed.
Servers that Debian doesn't install next to each other get a system of their own in a folder, which
is kept. Run on %s.

`

// table is the page of the documentation.
func (m *matrix) table(t *testing.T) string {
	var out, troubles strings.Builder
	var shown []pair
	fmt.Fprintf(&out, page+"| | version |", time.Now().UTC().Format("2 January 2006"))
	for _, p := range pairs {
		if m.cells[p.String()] != nil {
			shown = append(shown, p)
			for _, s := range []server{p.imap, p.smtp} {
				fmt.Fprintf(&out, " %s %s", s.name, version(p.root(t), s.pack))
			}
			out.WriteString(" |")
		}
	}
	out.WriteString("\n|---|---|" + strings.Repeat("---|", len(shown)) + "\n")
	failed, clients := 0, 0
	for _, name := range names() {
		row := fmt.Sprintf("| %s | %s |", name, versionOf(name))
		ran := false
		for _, p := range shown {
			o := m.cell(p, name)
			ran = ran || len(o.did)+len(o.trouble) > 0
			row += " " + o.String() + " |"
			failed += len(o.trouble)
			for _, trouble := range o.trouble {
				fmt.Fprintf(&troubles, "* %s, %s: %s\n", p, name, trouble)
			}
		}
		if ran {
			out.WriteString(row + "\n")
		}
		if ran && name != itself {
			clients++
		}
	}
	if failed > 0 {
		out.WriteString("\n" + troubles.String())
	}
	var not []string
	for _, name := range slices.Sorted(maps.Keys(m.notRun)) {
		not = append(not, fmt.Sprintf("%s (%s)", name, m.notRun[name]))
	}
	if not == nil {
		not = []string{"none"}
	}
	fmt.Fprintf(&out, "\n    interop: servers=%d clients=%d failed=%d not-run=%s\n",
		2*len(shown), clients, failed, strings.Join(not, ", "))
	return out.String()
}

// names are the rows of the table.
func names() []string {
	out := []string{itself}
	for _, p := range programs {
		out = append(out, p.name)
	}
	return out
}

func versionOf(name string) string {
	at := slices.IndexFunc(programs, func(p program) bool { return p.name == name })
	if at < 0 {
		return ""
	}
	return version("/", programs[at].pack)
}

// TestPage: the page counts servers, programs and failures, and names what was not run.
func TestPage(t *testing.T) {
	m := &matrix{cells: map[string]map[string]*outcome{"Dovecot+Postfix": {
		"swaks":  {did: map[string][]string{"sends": {"TLS", "STARTTLS"}}},
		"mbsync": {trouble: []string{"reads with TLS: no letter"}},
	}}, notRun: map[string]string{"Courier+Exim": "no mirror", "alpine": "not installed"}}
	text := m.table(t)
	expect.Has(t, "page", text, "| swaks |", " sends (TLS, STARTTLS) |\n", " **1 failed** |\n",
		"* Dovecot+Postfix, mbsync: reads with TLS: no letter\n",
		"    interop: servers=2 clients=2 failed=1 not-run=Courier+Exim (no mirror), alpine (not installed)\n")
	expect.Lacks(t, "page", text, "Cyrus", "| neomutt |")
}

// TestFetched: a file of a mail program has one letter or, in mbox format, several; only the body must be the same.
func TestFetched(t *testing.T) {
	expect.Same(t, "an mbox", split([]byte("From a b\nSubject: 1\n\nx\n\nFrom a b\nSubject: 2\n\ny\n")),
		[][]byte{[]byte("Subject: 1\n\nx\n"), []byte("Subject: 2\n\ny\n")})
	expect.Same(t, "its body", string(body([]byte("Subject: 1\r\n\r\nx\r\n\r\ny\r\n"))), "x\n\ny")
}
