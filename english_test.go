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
	{name: "P2 chains of semicolons and colons", find: regexp.MustCompile(`^(?:\S+ ){12}.*;.*;.*(?: \S+){3}|; .*; .*(?: \S+){12}|: .*: .*: `), except: regexp.MustCompile(`\.(?:sheet|head|report)\.`)},
	{name: "P3 countable mail", find: regexp.MustCompile(`\b[Mm]ails\b|\b(?:[Aa]|[Oo]ne|[Ee]ach|[Ee]very|[Aa]nother|[Tt]his|[Tt]hat|your|first|last|next|same) mail(?:[.,;:)]| (?:of|to|that|is|was|has|can|with|from|in|by|and|or|for|a|at|may|must|before|after|again|alone|without)\b|$)`)},
	{name: "P4 to prove a person", find: regexp.MustCompile(`\b[Pp]rov(?:e|es|ed|ing) (?:a|the|her|his|their|your|who|nobody|whose|you)\b.*\b(?:seat|player|person|address|who|you)\b`)},
	{name: "P5 passives without an agent", find: regexp.MustCompile(`\b(?:is|are|was|were|be|been) (?:told|asked)\b`)},
	{name: "P6 stand, lie, go on, beside", find: regexp.MustCompile(`\b(?:stands?|stood) (?:in|there|at|on|below|above|behind|under|beside)\b|\bl(?:ies?|ay) (?:in|there|under)\b|\b(?:goes|go|going|went) on\b|\bdecided again\b|\b[Bb]eside\b`)},
	{name: "P7 negative subjects", find: regexp.MustCompile(`(?:^|[.;:,] )(?:and )?(?:[Nn]obody|[Nn]o one|[Nn]one|[Nn]othing) (?:else )?(?:(?:is|was|are) (?:asked|told|wanted|late|lost|posted|to)|waits?|learns?|hears?|knows?|gets?|reads?|sees?|goes|ever|watches|of your)\b`)},
	{name: "P8 what became of", find: regexp.MustCompile(`\bwhat (?:became of|is known of|was known of|becomes of|\w+ (?:brings?|brought)\b)`)},
	{name: "P9 calques", find: regexp.MustCompile(`, too\b|\b[Aa]lso (?:when|if|where)\b|\b[Ss]ome \d|\b[Mm]end(?:s|ed|ing)?\b|\bfrom then on\b|\bone (?:file|row|line) a \w|\b(?:the|at|your) present\b|\bsurplus\b|\banew\b|\bso many\b|\bwhom\b`)},
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
	for _, dir := range []string{"cmd/railpost", "pbem/desk/admin", "pbem/config"} {
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
	var b strings.Builder
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
			b.WriteString("\n\n" + strings.ReplaceAll(strings.ReplaceAll(line, `\|`, "/"), "|", "\n\n") + "\n\n")
		case strings.HasPrefix(trimmed, "- ") || strings.HasPrefix(trimmed, "* ") || regexp.MustCompile(`^\d+\. `).MatchString(trimmed):
			b.WriteString("\n\n" + trimmed[2:] + "\n")
		default:
			b.WriteString(line + "\n")
		}
	}
	return append(out, cutUp(file, b.String())...)
}

func TestEnglish(t *testing.T) {
	all := slices.Concat(messages(t), commands(t), documents(t))
	words, most := 0, 0
	for _, s := range all {
		n := len(strings.Fields(s.text))
		words += n
		if n > mostWords {
			most++
			t.Logf("LONG\t%s\t%s", s.at, s.text)
		}
		for _, p := range styles {
			if p.find.MatchString(s.text) && (p.except == nil || !p.except.MatchString(s.at)) {
				t.Logf("%s\t%s\t%s", p.name, s.at, s.text)
			}
		}
	}
	t.Logf("%d sentences, mean %d", len(all), words/len(all))
}
