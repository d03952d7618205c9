package rules

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

const sample = `# 18Sample: rules reference

Written for the test.

## Set-up

What there is at the start.

## VIII Operating turn

### VIII.6 Stations

A station costs 40 K.

#### Home

The first is free.

### VIII.12 Buying trains

Of a **depot** or
a corporation.

| train | price |
|---|---:|
| 2 | 70 |

- one
  and more
- two

## Rulings

### R-02 No revenue

The price falls.

    a b

### R-29 Revenue of mines

It counts.
`

func sampled(t *testing.T) *Reference {
	t.Helper()
	r := expect.Get(read(sample))(t)
	return r
}

// finds checks the keys of the sections that words find.
func finds(t *testing.T, r *Reference, words, want string) {
	t.Helper()
	var keys []string
	for _, s := range r.Find(words) {
		keys = append(keys, s.Key)
	}
	expect.Same(t, fmt.Sprintf("%q finds", words), strings.Join(keys, " "), want)
}

func TestFind(t *testing.T) {
	r := sampled(t)
	for words, want := range map[string]string{
		"VIII.6":         "VIII.6",
		"viii.6.":        "VIII.6",
		"VIII":           "VIII",
		"r-02":           "R-02",
		"R2":             "R-02",
		"set up":         "",
		"setup":          "Set-up",
		"SET-UP":         "Set-up",
		"stations":       "VIII.6",
		"station":        "VIII.6",
		"trains buying":  "VIII.12",
		"revenue":        "R-29",
		"no revenue":     "R-02",
		"s":              "Set-up VIII.6",
		"of":             "R-29",
		"r":              "Rulings R-02 R-29",
		"VIII.1":         "VIII.12",
		"IX":             "",
		"home":           "",
		"Revénue of min": "R-29",
	} {
		finds(t, r, words, want)
	}
}

// A section that is too long to show whole lists its subsections.
func TestLookLong(t *testing.T) {
	r, err := read("# X: rules reference\n## Rulings\nAll of them.\n### R1 One\n" + strings.Repeat("Words.\n\n", wholeMost) + "### R2 Two\nx\n")
	expect.NoError(t, err)
	blocks, _ := r.Look("rulings")
	if n := len(blocks); n != 2 || len(blocks[1].Lines) != 2 {
		t.Errorf("%d blocks: %v", n, blocks)
	}
}

func TestKeyOf(t *testing.T) {
	for heading, want := range map[string]string{
		"4 Scoring": "4", "4.1 Coins": "4.1", "II.3 Sell": "II.3", "VII.5.b Homes": "VII.5.b", "R-02 No revenue": "R-02",
		"Scoring phase": "Scoring phase", "18XX trains": "18XX trains",
	} {
		expect.Same(t, fmt.Sprintf("the key of %q is", heading), keyOf(heading), want)
	}
}

func TestReadFails(t *testing.T) {
	for _, text := range []string{
		"",
		"# 18Sample\n",
		"# X: rules reference\n# Y\n",
		"# X: rules reference\n### VIII.6 Stations\n",
		"# X: rules reference\n## Cost\n## cost\n",
		"# X: rules reference\n## Cost, income\n",
	} {
		expect.Fails(t, text, expect.Err(read(text)), "")
	}
}

// TestReferences: every reference can be read, is in lines of the letter's width, and
// no section is empty.
func TestReferences(t *testing.T) {
	for title, r := range references() {
		for _, s := range r.All() {
			if len(s.Sections) == 0 && !slices.ContainsFunc(s.Lines, func(l string) bool { return l != "" }) {
				t.Errorf("%s: nothing stands under %q", title, s.Heading)
			}
			if found := r.Find(s.Key); len(found) != 1 || found[0].Key != s.Key {
				t.Errorf("%s: %q does not find itself", title, s.Key)
			}
		}
	}
}
