package config

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Show writes the configuration as TOML that Load takes: every key if
// effective, else those that differ from the defaults. Passwords appear as a
// comment "(set)" or "(not set)".
func (c *Config) Show(w io.Writer, effective bool) error {
	var b strings.Builder
	usual := keys(Default())
	header := ""
	for i, k := range keys(c) {
		if k.isTable {
			header = k.path
			continue
		}
		if !effective && equalValues(k.value, usual[i].value) {
			continue
		}
		if header != "" {
			fmt.Fprintf(&b, "%s[%s]\n", gap(&b), header)
			b.WriteString(c.passwordComment(header))
			header = ""
		}
		text, err := tomlText(k.value)
		if err != nil {
			return fmt.Errorf("%s cannot be written: %w", k.path, err)
		}
		_, name := split(k.path)
		fmt.Fprintf(&b, "%s = %s\n", name, text)
	}
	_, err := io.WriteString(w, b.String())
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
	}
	return ""
}

// tomlText writes a leaf. A JSON string without control characters is a TOML
// basic string.
func tomlText(v reflect.Value) (string, error) {
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		raw, err := text.MarshalText()
		if err != nil {
			return "", err
		}
		return quote(string(raw))
	}
	switch v.Kind() {
	case reflect.String:
		return quote(v.String())
	case reflect.Slice:
		members := make([]string, v.Len())
		for i := range members {
			text, err := tomlText(v.Index(i))
			if err != nil {
				return "", err
			}
			members[i] = text
		}
		return "[" + strings.Join(members, ", ") + "]", nil
	default:
		return fmt.Sprint(v.Interface()), nil
	}
}

func quote(s string) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(s)
	return strings.TrimSuffix(b.String(), "\n"), err
}
