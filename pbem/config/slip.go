package config

import (
	"fmt"
	"regexp"
	"strings"
)

var (
	setting     = regexp.MustCompile(`^\s*([A-Za-z0-9_.-]+)\s*([=:])\s*(.*?)\s*$`)
	openSection = regexp.MustCompile(`^\s*(\[+)([^\[\]]*)$`)
	plainQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`)
)

// slip returns what the writer of a line that is not TOML meant; "" if that is unclear. The
// decoder itself complains about keywords that nobody had in mind: an address without
// quotes is not "inf".
func slip(line string) string {
	if m := openSection.FindStringSubmatch(line); m != nil {
		return fmt.Sprintf("the section's bracket is not closed; write %s%s%s", m[1], strings.TrimSpace(m[2]), strings.Repeat("]", len(m[1])))
	}
	m := setting.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	key, sign, value := m[1], m[2], m[3]
	instead := func(why, value string) string { return fmt.Sprintf("%s; write %s = %s", why, key, value) }
	switch bare, comment := cutComment(value); {
	case sign == ":":
		return instead("a key and its value are joined by =", plainQuotes.Replace(value))
	case plainQuotes.Replace(value) != value:
		return instead("use plain quotes", plainQuotes.Replace(value))
	case bare == "":
		return fmt.Sprintf(`the value is missing; write %s = "..."`, key)
	case strings.EqualFold(bare, "true"), strings.EqualFold(bare, "false"):
		return instead("true and false are written in lower case", strings.ToLower(bare)+comment)
	case strings.HasPrefix(bare, `"`) && strings.Count(bare, `"`) == 1:
		return instead("the quotes are not closed", bare+`"`+comment)
	case !strings.ContainsAny(bare, `"'[{`):
		return instead("text needs quotes", `"`+bare+`"`+comment)
	}
	return ""
}

// cutComment separates a value without quotes from its comment.
func cutComment(value string) (bare, comment string) {
	at := strings.IndexByte(value, '#')
	if at < 0 || strings.Contains(value[:at], `"`) {
		return value, ""
	}
	return strings.TrimSpace(value[:at]), "  " + value[at:]
}
