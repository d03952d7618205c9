package config

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"railpost/pbem/near"
)

// set stores what TOML decoded into a leaf. The error says what is allowed.
func set(leaf reflect.Value, value any) error {
	if text, ok := asText(leaf); ok {
		s, err := asString(value)
		if err != nil {
			return err
		}
		return text.UnmarshalText([]byte(s))
	}
	switch leaf.Kind() {
	case reflect.String:
		return setString(leaf, value)
	case reflect.Int:
		n, ok := value.(int64)
		if !ok {
			return fmt.Errorf("a whole number is expected, not %s", describe(value))
		}
		leaf.SetInt(n)
	case reflect.Bool:
		b, ok := value.(bool)
		if !ok {
			return fmt.Errorf("true or false is expected, not %s", describe(value))
		}
		leaf.SetBool(b)
	case reflect.Slice:
		return setList(leaf, value)
	default:
		return fmt.Errorf("keys of type %s cannot be read", leaf.Type())
	}
	return nil
}

func setString(leaf reflect.Value, value any) error {
	s, err := asString(value)
	if err != nil {
		return err
	}
	if c, ok := leaf.Interface().(choice); ok && !slices.Contains(c.allowed(), s) {
		return fmt.Errorf("%q is not possible here; allowed: %s", s, strings.Join(c.allowed(), ", "))
	}
	leaf.SetString(s)
	return nil
}

func setList(leaf reflect.Value, value any) error {
	members, ok := value.([]any)
	if !ok {
		return fmt.Errorf(`a list is expected, ["..."], not %s`, describe(value))
	}
	list := reflect.MakeSlice(leaf.Type(), len(members), len(members))
	for i, member := range members {
		if err := set(list.Index(i), member); err != nil {
			return fmt.Errorf("member %d: %w", i+1, err)
		}
	}
	leaf.Set(list)
	return nil
}

// asText is the leaf as something that reads itself from text.
func asText(leaf reflect.Value) (encoding.TextUnmarshaler, bool) {
	text, ok := leaf.Addr().Interface().(encoding.TextUnmarshaler)
	return text, ok
}

// asString refuses control characters: several values end in headers of mails.
func asString(value any) (string, error) {
	s, ok := value.(string)
	if !ok {
		return "", fmt.Errorf(`a text in "quotes" is expected, not %s`, describe(value))
	}
	if strings.ContainsFunc(s, unicode.IsControl) {
		return "", fmt.Errorf("%q has control characters; write it on one line without them", s)
	}
	return s, nil
}

func describe(value any) string {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("the text %q", v)
	case int64, float64:
		return fmt.Sprintf("the number %v", v)
	case bool:
		return fmt.Sprint(v)
	case []any:
		return "a list"
	case map[string]any:
		return "a section"
	default:
		return fmt.Sprintf("the date or time %v", v)
	}
}

// unknown says that a key or section does not exist and what may be meant:
// a misspelt name in the same section, the same name in another, a misspelt
// section.
func unknown(path string, known []key) string {
	table, name := split(path)
	if name == "password" {
		return "passwords do not stand in this file; write password_file or password_env"
	}
	var siblings, sameName, all []string
	for _, k := range known {
		kTable, kName := split(k.path)
		all = append(all, k.path)
		if kTable == table {
			siblings = append(siblings, kName)
		}
		if kName == name {
			sameName = append(sameName, k.path)
		}
	}
	suggested := near.Names(name, siblings, 2)
	for i := range suggested {
		suggested[i] = join(table, suggested[i])
	}
	if len(suggested) == 0 {
		suggested = sameName
	}
	if len(suggested) == 0 {
		suggested = near.Names(path, all, 2)
	}
	if len(suggested) == 0 {
		return "there is no such key; all keys stand in config.example.toml"
	}
	return "there is no such key; did you mean " + strings.Join(suggested, " or ") + "?"
}
