package config

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Show writes the configuration as TOML that Load takes: every key if
// effective, else those that differ from the defaults. Passwords appear as a
// comment "(set)" or "(not set)".
func (c *Config) Show(w io.Writer, effective bool) error {
	text, err := toml.Marshal(c) // for the order of the keys
	if err != nil {
		return fmt.Errorf("the configuration cannot be written: %w", err)
	}
	values, defaults := flatten("", tree(c)), flatten("", tree(Default()))
	var b strings.Builder
	in, shown := "", ""
	for line := range strings.Lines(string(text)) {
		if m := section.FindStringSubmatch(line); m != nil {
			in = m[1]
			continue
		}
		name, _, found := strings.Cut(line, " = ")
		key := join(in, name)
		if !found || !effective && reflect.DeepEqual(values[key], defaults[key]) {
			continue
		}
		if in != shown {
			fmt.Fprintf(&b, "%s[%s]\n%s", gap(&b), in, c.passwordComment(in))
			shown = in
		}
		fmt.Fprintf(&b, "%s = %s\n", name, tomlText(values[key]))
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func gap(b *strings.Builder) string {
	if b.Len() == 0 {
		return ""
	}
	return "\n"
}

func (c *Config) passwordComment(section string) string {
	switch section {
	case "mail.in":
		return fmt.Sprintf("# password %s\n", c.Mail.In.Password)
	case "mail.out":
		return fmt.Sprintf("# password %s\n", c.Mail.Out.Password)
	case "store":
		if c.Store.URL != "" {
			return fmt.Sprintf("# password of the database %s\n", c.Store.Password)
		}
	}
	return ""
}

// tomlText writes a value, with its texts in plain quotes. A JSON string without
// control characters is a TOML basic string.
func tomlText(value any) string {
	switch v := value.(type) {
	case string:
		var b strings.Builder
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		_ = e.Encode(v) // a text cannot fail
		return strings.TrimSuffix(b.String(), "\n")
	case []any:
		members := make([]string, len(v))
		for i := range v {
			members[i] = tomlText(v[i])
		}
		return "[" + strings.Join(members, ", ") + "]"
	default:
		return fmt.Sprint(v)
	}
}
