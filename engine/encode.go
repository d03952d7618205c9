package engine

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Encode is the canonical encoding of a position: JSON with the keys of every
// object sorted and fields of zero value left out, so that a field that is new
// and zero changes no digest. It reads exported fields, named by their json
// tag, of bools, whole numbers, strings, slices, arrays, maps, pointers and
// structs; json.Unmarshal reads it back. Anything else (an interface, a struct
// embedded without a json name) is a fault of the title's types and panics.
func Encode(v any) []byte {
	return encode(make([]byte, 0, 1024), reflect.ValueOf(v))
}

// Digest is the keyed digest of a position under a game's seed.
func Digest(seed Seed, game string, p Position) string {
	m := hmac.New(sha256.New, seed.digestKey(game))
	m.Write(Encode(p))
	return hex.EncodeToString(m.Sum(nil)[:16])
}

func encode(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10)
	case reflect.String:
		return encodeString(b, v.String())
	case reflect.Slice, reflect.Array:
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = encode(b, v.Index(i))
		}
		return append(b, ']')
	case reflect.Map:
		return encodeMap(b, v)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...)
		}
		return encode(b, v.Elem())
	case reflect.Struct:
		return encodeStruct(b, v)
	}
	panic(fmt.Sprintf("engine: a position cannot hold a %s", v.Type()))
}

func encodeStruct(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	empty := len(b)
	for _, f := range fieldsOf(v.Type()) {
		value := v.Field(f.index)
		if zero(value) {
			continue
		}
		if len(b) > empty {
			b = append(b, ',')
		}
		b = append(b, f.key...)
		b = encode(b, value)
	}
	return append(b, '}')
}

// zero says whether a value reads back as if it had been left out. A struct is
// zero when all its fields are: an empty slice in it makes no difference.
func zero(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		for _, f := range fieldsOf(v.Type()) {
			if !zero(v.Field(f.index)) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range v.Len() {
			if !zero(v.Index(i)) {
				return false
			}
		}
		return true
	}
	return v.IsZero()
}

func encodeMap(b []byte, v reflect.Value) []byte {
	type entry struct {
		key   string
		value reflect.Value
	}
	list := make([]entry, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		list = append(list, entry{mapKey(it.Key()), it.Value()})
	}
	slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
	b = append(b, '{')
	for i, e := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = encodeString(b, e.key)
		b = append(b, ':')
		b = encode(b, e.value)
	}
	return append(b, '}')
}

func mapKey(k reflect.Value) string {
	switch k.Kind() {
	case reflect.String:
		return k.String()
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(k.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.FormatUint(k.Uint(), 10)
	}
	panic(fmt.Sprintf("engine: a position cannot have keys of %s", k.Type()))
}

type field struct {
	index int
	name  string
	key   []byte // "name":
}

var fieldCache sync.Map // reflect.Type -> []field

func fieldsOf(t reflect.Type) []field {
	if f, ok := fieldCache.Load(t); ok {
		return f.([]field)
	}
	var list []field
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			panic(fmt.Sprintf("engine: %s in %s needs a json name: it would not be read back", f.Name, t))
		}
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		list = append(list, field{i, name, append(encodeString(nil, name), ':')})
	}
	slices.SortFunc(list, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	fieldCache.Store(t, list)
	return list
}

const hexDigits = "0123456789abcdef"

func encodeString(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			i++
			switch {
			case c == '"' || c == '\\':
				b = append(b, '\\', c)
			case c < 0x20:
				b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			default:
				b = append(b, c)
			}
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			b = append(b, "\ufffd"...)
		} else {
			b = append(b, s[i:i+n]...)
		}
		i += n
	}
	return append(b, '"')
}
