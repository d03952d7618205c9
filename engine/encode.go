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

// Encode returns the canonical encoding of a position: JSON with the keys of every object
// sorted and zero fields left out, so that a new field that is zero changes no digest. It
// handles exported fields, named by their json tag, of type bool, whole number, string,
// slice, array, map, pointer and struct; json.Unmarshal reads the result. Anything else (an
// interface, an embedded struct without a json name) is a bug in the title's types and
// panics.
func Encode(v any) []byte {
	value := reflect.ValueOf(v)
	return codecOf(value.Type()).encode(make([]byte, 0, 1024), value)
}

// Digest returns the keyed digest of a position under a game's seed.
func Digest(seed Seed, game string, p Position) string {
	m := hmac.New(sha256.New, seed.digestKey(game))
	m.Write(Encode(p))
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// codec writes the values of one type. It is built once per type, because positions are
// encoded after every order.
type codec struct {
	encode func(b []byte, v reflect.Value) []byte
	// zero reports whether a value decodes the same if it is left out. A struct is zero
	// when all its fields are: an empty slice in it makes no difference.
	zero func(v reflect.Value) bool
}

var (
	codecs     sync.Map // reflect.Type -> *codec, finished ones
	makeCodecs sync.Mutex
)

func codecOf(t reflect.Type) *codec {
	if c, ok := codecs.Load(t); ok {
		return c.(*codec)
	}
	makeCodecs.Lock()
	defer makeCodecs.Unlock()
	making := codecMaker{}
	c := making.of(t)
	for t, c := range making {
		codecs.Store(t, c)
	}
	return c
}

// codecMaker holds the codecs of a type and of everything it is made of. A type may contain
// itself through a pointer or a slice.
type codecMaker map[reflect.Type]*codec

func (m codecMaker) of(t reflect.Type) *codec {
	if c, ok := m[t]; ok {
		return c
	}
	c := &codec{}
	m[t] = c
	switch t.Kind() {
	case reflect.Bool:
		c.encode = func(b []byte, v reflect.Value) []byte { return strconv.AppendBool(b, v.Bool()) }
		c.zero = func(v reflect.Value) bool { return !v.Bool() }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		c.encode = func(b []byte, v reflect.Value) []byte { return strconv.AppendInt(b, v.Int(), 10) }
		c.zero = func(v reflect.Value) bool { return v.Int() == 0 }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		c.encode = func(b []byte, v reflect.Value) []byte { return strconv.AppendUint(b, v.Uint(), 10) }
		c.zero = func(v reflect.Value) bool { return v.Uint() == 0 }
	case reflect.String:
		c.encode = func(b []byte, v reflect.Value) []byte { return encodeString(b, v.String()) }
		c.zero = func(v reflect.Value) bool { return v.Len() == 0 }
	case reflect.Slice, reflect.Array:
		m.list(c, t)
	case reflect.Map:
		m.mapping(c, t)
	case reflect.Pointer:
		inner := m.of(t.Elem())
		c.encode = func(b []byte, v reflect.Value) []byte {
			if v.IsNil() {
				return append(b, "null"...)
			}
			return inner.encode(b, v.Elem())
		}
		c.zero = reflect.Value.IsNil
	case reflect.Struct:
		m.structure(c, t)
	default:
		panic(fmt.Sprintf("engine: a position cannot hold a %s", t))
	}
	return c
}

func (m codecMaker) list(c *codec, t reflect.Type) {
	inner := m.of(t.Elem())
	c.encode = func(b []byte, v reflect.Value) []byte {
		b = append(b, '[')
		for i := range v.Len() {
			if i > 0 {
				b = append(b, ',')
			}
			b = inner.encode(b, v.Index(i))
		}
		return append(b, ']')
	}
	c.zero = func(v reflect.Value) bool { return v.Len() == 0 }
	if t.Kind() == reflect.Array {
		c.zero = func(v reflect.Value) bool {
			for i := range v.Len() {
				if !inner.zero(v.Index(i)) {
					return false
				}
			}
			return true
		}
	}
}

// field of a struct.
type field struct {
	index int
	name  string
	key   []byte // "name":
	codec *codec
}

func (m codecMaker) structure(c *codec, t reflect.Type) {
	fields := m.fields(t)
	c.encode = func(b []byte, v reflect.Value) []byte {
		b = append(b, '{')
		empty := len(b)
		for i := range fields {
			f := &fields[i]
			value := v.Field(f.index)
			if f.codec.zero(value) {
				continue
			}
			if len(b) > empty {
				b = append(b, ',')
			}
			b = append(b, f.key...)
			b = f.codec.encode(b, value)
		}
		return append(b, '}')
	}
	c.zero = func(v reflect.Value) bool {
		for i := range fields {
			if !fields[i].codec.zero(v.Field(fields[i].index)) {
				return false
			}
		}
		return true
	}
}

func (m codecMaker) fields(t reflect.Type) []field {
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
		list = append(list, field{i, name, append(encodeString(nil, name), ':'), m.of(f.Type)})
	}
	slices.SortFunc(list, func(a, b field) int { return cmp.Compare(a.name, b.name) })
	return list
}

func (m codecMaker) mapping(c *codec, t reflect.Type) {
	key, inner := mapKey(t.Key()), m.of(t.Elem())
	type entry struct {
		key   string
		value reflect.Value
	}
	c.encode = func(b []byte, v reflect.Value) []byte {
		list := make([]entry, 0, v.Len())
		for it := v.MapRange(); it.Next(); {
			list = append(list, entry{key(it.Key()), it.Value()})
		}
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		b = append(b, '{')
		for i, e := range list {
			if i > 0 {
				b = append(b, ',')
			}
			b = encodeString(b, e.key)
			b = append(b, ':')
			b = inner.encode(b, e.value)
		}
		return append(b, '}')
	}
	c.zero = func(v reflect.Value) bool { return v.Len() == 0 }
}

// mapKey returns the function that writes map keys of a type as strings.
func mapKey(t reflect.Type) func(k reflect.Value) string {
	switch t.Kind() {
	case reflect.String:
		return reflect.Value.String
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(k reflect.Value) string { return strconv.FormatInt(k.Int(), 10) }
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(k reflect.Value) string { return strconv.FormatUint(k.Uint(), 10) }
	}
	panic(fmt.Sprintf("engine: a position cannot have keys of %s", t))
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
