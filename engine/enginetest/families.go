package enginetest

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
)

// messageKey is the key of a message in a file of messages.
var messageKey = regexp.MustCompile(`(?m)^\[?"([^"]+)"(?:\]| = )`)

// Families checks the messages that are looked up by the name of a thing: each name of a
// family ("18mag.colour." -> yellow, green) has a text in files, and each text of the
// family is that of a name. The other keys are constants, see templates/keys.
func Families(t *testing.T, families map[string][]string, files ...string) {
	t.Helper()
	have := map[string]bool{}
	for _, file := range files {
		b := expect.Get(os.ReadFile(file))(t)
		for _, m := range messageKey.FindAllStringSubmatch(string(b), -1) {
			name := m[1]
			for _, variant := range []string{".spoken", ".you", ".subject"} {
				name = strings.TrimSuffix(name, variant)
			}
			have[name] = true
		}
	}
	for family, names := range families {
		for _, name := range names {
			if !have[family+name] {
				t.Errorf("%q has no text", family+name)
			}
		}
		for key := range have {
			if name, ok := strings.CutPrefix(key, family); ok && !slices.Contains(names, name) {
				t.Errorf("%q is a text that the rules never say", key)
			}
		}
	}
}
