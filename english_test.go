package railpost_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"railpost/engine/enginetest/expect"
)

// style is a pattern that our English avoids (CONTRIBUTING.md, "English").
type style struct {
	name   string
	find   *regexp.Regexp
	except *regexp.Regexp // of places where it is no fault: rows of tables are no prose
}

var styles = []style{
	{name: "P1 who as a subject", find: regexp.MustCompile(`(?:^|: )Who [^?]*$|\b[Ww]hoever\b|\b(?:of|for|to|with|from|by|than|but) who\b`)},
	{name: "P2 chains of semicolons and colons", find: regexp.MustCompile(`^(?:\S+ ){12}.*;.*;.*(?: \S+){3}|; .*; .*(?: \S+){12}|: .*: .*: `), except: regexp.MustCompile(`\.(?:sheet|head|report)\.|\(table\)$`)},
	{name: "P3 countable mail", find: regexp.MustCompile(`\b[Mm]ails\b|\b(?:[Aa]|[Oo]ne|[Ee]ach|[Ee]very|[Aa]nother|[Tt]his|[Tt]hat|your|first|last|next|same) mail(?:[.,;:)]| (?:of|to|that|is|are|was|were|has|can|with|from|in|by|and|or|for|a|at|may|must|before|after|again|alone|without)\b|$)`)},
	{name: "P4 to prove a person", find: regexp.MustCompile(`\b[Pp]rov(?:e|es|ed|ing) (?:a|the|her|his|their|your|who|nobody|whose|you)\b.*\b(?:seat|player|person|address|who|you)\b`)},
	{name: "P5 passives without an agent", find: regexp.MustCompile(`\b(?:is|are|was|were|be|been) (?:told|asked)\b`)},
	{name: "P6 stand, lie, go on, beside", find: regexp.MustCompile(`\b(?:stands?|stood) (?:in|there|at|on|below|above|behind|under|beside)\b|\bl(?:ies?|ay) (?:in|there|under)\b|\b(?:goes|go|going|went) on\b|\bdecided again\b|\b[Bb]eside\b`)},
	{name: "P7 negative subjects", find: regexp.MustCompile(`(?:^|[.;:,] )(?:and )?(?:[Nn]obody|[Nn]o one|[Nn]one|[Nn]othing) (?:else )?(?:(?:is|was|are) (?:asked|told|wanted|late|lost|posted|to)|waits?|learns?|hears?|knows?|gets?|reads?|sees?|goes|ever|watches|of your)\b`)},
	{name: "P8 what became of", find: regexp.MustCompile(`\bwhat (?:became of|is known of|was known of|becomes of|\w+ (?:brings?|brought)\b)`)},
	{name: "P9 calques", find: regexp.MustCompile(`, too(?:[.,;:)]|$)|\b[Aa]lso (?:when|if|where)\b|\b[Ss]ome \d|\b[Mm]end(?:s|ed|ing)?\b|\bfrom then on\b|\bone (?:file|row|line) a \w|\b(?:the|at|your) present\b|\bsurplus\b|\banew\b|\bso many\b|\bwhom\b`)},
	{name: "another word for a term of docs/organisers.md", find: regexp.MustCompile(`\b(?:a|an|the|its|each|every|that) hooks?\b|\b(?:a|the|your|their) (?:sitter|stand-in)\b|\b(?:put|puts|putting) (?:it |them |a backup )?back\b|\bre-?plays? the orders\b`)},
	{name: "words to avoid", find: regexp.MustCompile(`\b[Uu]sual (?:turn|move)\b|\b[Tt]he referee\b|\bit is (?:he|she) who\b`)},
}

// mostWords is the length of a sentence; meanWords that of a text's sentences on average.
const mostWords, meanWords = 45, 20

// sentence is one sentence of a text for people, with its place.
type sentence struct{ at, text string }

var (
	branches  = regexp.MustCompile(`\{\{-? ?(?:if|else|end)[^}]*\}\}`)
	filled    = regexp.MustCompile(`\{\{[^}]*\}\}`)
	coded     = regexp.MustCompile("`[^`]*`")
	link      = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
	sentences = regexp.MustCompile(`[.!?][)"”]?(?: |$)`)
)

// cutUp cuts a text into its sentences. Orders, figures and links are one word each.
func cutUp(at, text string) (out []sentence) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		paragraph = link.ReplaceAllString(paragraph, "$1")
		paragraph = coded.ReplaceAllString(paragraph, "CODE")
		paragraph = branches.ReplaceAllString(paragraph, "")
		paragraph = filled.ReplaceAllString(paragraph, "X")
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		for paragraph != "" {
			end := len(paragraph)
			if m := sentences.FindStringIndex(paragraph); m != nil {
				end = m[1]
			}
			out = append(out, sentence{at, strings.TrimSpace(paragraph[:end])})
			paragraph = paragraph[end:]
		}
	}
	return out
}

// messages are the texts of letters and answers.
func messages(t *testing.T) (out []sentence) {
	files := expect.Get(filepath.Glob("templates/en/*.toml"))(t)
	for _, file := range files {
		if filepath.Base(file) == "words.toml" {
			continue
		}
		var all map[string]any
		expect.NoError(t, toml.Unmarshal(expect.Get(os.ReadFile(file))(t), &all))
		for _, id := range slices.Sorted(maps.Keys(all)) {
			for _, text := range texts(all[id]) {
				out = append(out, cutUp(file+" "+id, text)...)
			}
		}
	}
	return out
}

// texts returns the strings of a message, in all its forms.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case map[string]any:
		for _, form := range slices.Sorted(maps.Keys(v)) {
			out = append(out, texts(v[form])...)
		}
	}
	return out
}

var tagged = regexp.MustCompile(`help:"((?:[^"\\]|\\.)*)"`)

// commands are help, errors and notes of the command line: all strings of at least four words.
func commands(t *testing.T) (out []sentence) {
	for _, dir := range []string{
		"cmd/railpost", "pbem/desk/admin", "pbem/config", "pbem/run/doctor", "pbem/run/upkeep", "pbem/run/demo", "pbem/run/control", "pbem/run/daemon", "pbem/run/health", "pbem/run/setup"} {
		for _, file := range expect.Get(filepath.Glob(dir + "/*.go"))(t) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			tree := expect.Get(parser.ParseFile(set, file, nil, 0))(t)
			ast.Inspect(tree, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					return true
				}
				text := expect.Get(strconv.Unquote(lit.Value))(t)
				at := file + ":" + strconv.Itoa(set.Position(lit.Pos()).Line)
				if m := tagged.FindAllStringSubmatch(text, -1); len(m) > 0 {
					for _, m := range m {
						out = append(out, cutUp(at, m[1])...)
					}
				} else if strings.Count(text, " ") >= 3 {
					out = append(out, cutUp(at, text)...)
				}
				return true
			})
		}
	}
	return out
}

// documents are README and guides in English, and the comments of the configuration.
func documents(t *testing.T) (out []sentence) {
	for file, text := range pages(t) {
		if file == "CHANGELOG.md" || strings.HasPrefix(file, "docs/es/") || strings.HasPrefix(file, "docs/ca/") {
			continue
		}
		out = append(out, ofMarkdown(file, text)...)
	}
	var comment strings.Builder
	for line := range strings.SplitSeq(string(expect.Get(os.ReadFile("config.example.toml"))(t)), "\n") {
		said, ok := strings.CutPrefix(line, "# ")
		if !ok {
			said = "\n"
		}
		comment.WriteString(said + "\n")
	}
	return append(out, cutUp("config.example.toml", comment.String())...)
}

// ofMarkdown returns the sentences of a page: each cell of a table and each item of a list is a paragraph of its own.
func ofMarkdown(file, text string) (out []sentence) {
	var b, cells strings.Builder
	fenced := false
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case fenced || strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "<"), strings.HasPrefix(line, "#"):
			b.WriteString("\n\n")
		case strings.HasPrefix(line, "|"):
			b.WriteString("\n\n")
			cells.WriteString("\n\n" + strings.ReplaceAll(strings.ReplaceAll(line, `\|`, "/"), "|", "\n\n") + "\n\n")
		case strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "* ") || regexp.MustCompile(`^\d+\. `).MatchString(trimmed):
			b.WriteString("\n\n" + trimmed[2:] + "\n")
		default:
			b.WriteString(line + "\n")
		}
	}
	return append(cutUp(file, b.String()), cutUp(file+tableCell, cells.String())...)
}

// tableCell marks the place of a cell, which may list things that are no sentence.
const tableCell = " (table)"

// exceptions are findings that are right as they are, by their place: at most mostExceptions.
var exceptions = map[string]string{
	"cmd/railpost/player_erase.go": "a row of counts",
	"pbem/run/demo/progress.go":    "a row of counts",
	"pbem.cmd.set":                 "the settings, in the form in which they are written",
	"pbem.organiser-seat":          "a row of what is known of a seat",
	"docs/rulings.md":              "the heading of a ruling, as in the rules reference",
}

const mostExceptions = 20

// TestEnglish: messages, commands and documents avoid the patterns of styles, and their sentences are short.
func TestEnglish(t *testing.T) {
	words, count, used := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, s := range slices.Concat(messages(t), commands(t), documents(t)) {
		n := len(strings.Fields(s.text))
		if file, _, _ := strings.Cut(s.at, " "); strings.HasSuffix(s.at, ".md") {
			words[file], count[file] = words[file]+n, count[file]+1
		}
		for _, fault := range faults(s) {
			allowed := false
			for place := range exceptions {
				if strings.Contains(s.at, place) {
					allowed, used[place] = true, true
				}
			}
			expect.True(t, allowed, "%s: %s: %s", s.at, fault, s.text)
		}
	}
	for file, n := range count {
		expect.True(t, words[file] <= meanWords*n, "%s: its sentences have %d words on average", file, words[file]/n)
	}
	for place := range exceptions {
		expect.True(t, used[place], "%s needs no exception", place)
	}
	expect.True(t, len(exceptions) <= mostExceptions, "%d exceptions", len(exceptions))
}

// faults returns what is wrong with a sentence.
func faults(s sentence) (list []string) {
	if n := len(strings.Fields(s.text)); n > mostWords && !strings.HasSuffix(s.at, tableCell) {
		list = append(list, strconv.Itoa(n)+" words")
	}
	for _, p := range styles {
		if p.find.MatchString(s.text) && (p.except == nil || !p.except.MatchString(s.at)) {
			list = append(list, p.name)
		}
	}
	return list
}

// TestStylesAreFound: each pattern finds a sentence of its kind.
func TestStylesAreFound(t *testing.T) {
	for _, text := range []string{
		"Who would like a seat can be on the list.",
		"It pauses the game, with all of its clocks and its letters too; the players read it; and so does the organiser of the club.",
		"All lines of a mail are played, or none.", "She proves her seat.", "The table is told.",
		"A game goes on in another store.", "Nobody is late because of you.", "Letters say what became of your plans.",
		"Orders count, too.", "The usual turn is shown.", strings.Repeat("word ", mostWords+1),
	} {
		expect.True(t, len(faults(sentence{"x", text})) > 0, "nothing is found in %q", text)
	}
	expect.Same(t, "faults of a plain sentence", faults(sentence{"x", "Railpost tells the table, and Ben has two more days."}), nil)
}
