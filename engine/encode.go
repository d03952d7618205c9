package engine

import (
	"bytes"
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
	"unsafe"
)

// Encode returns the canonical encoding of a position: JSON with the keys of every object
// sorted and zero fields left out, so that a new field that is zero changes no digest. It
// handles exported fields, named by their json tag, of type bool, whole number, string,
// slice, array, map, pointer and struct; json.Unmarshal reads the result. Anything else (an
// interface, an embedded struct without a json name) is a bug in the title's types and
// panics.
func Encode(v any) []byte { return appendEncoded(make([]byte, 0, 1024), v) }

func appendEncoded(b []byte, v any) []byte {
	value := reflect.ValueOf(v)
	if value.Kind() != reflect.Pointer || value.IsNil() {
		held := reflect.New(value.Type())
		held.Elem().Set(value)
		value = held
	}
	return codecOf(value.Type().Elem()).encode(b, value.UnsafePointer())
}

// Same reports whether two positions are encoded alike. It takes a fraction of the time of
// encoding them.
func Same(a, b any) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	if x.Type() != y.Type() || x.Kind() != reflect.Pointer || x.IsNil() || y.IsNil() {
		return bytes.Equal(Encode(a), Encode(b))
	}
	return codecOf(x.Type().Elem()).same(x.UnsafePointer(), y.UnsafePointer())
}

// encoded are buffers of positions whose digests have been taken.
var encoded = sync.Pool{New: func() any { return new([]byte) }}

// Digest returns the keyed digest of a position under a game's seed.
func Digest(seed Seed, game string, p Position) string {
	m := hmac.New(sha256.New, seed.digestKey(game))
	b := encoded.Get().(*[]byte)
	*b = appendEncoded((*b)[:0], p)
	m.Write(*b)
	encoded.Put(b)
	return hex.EncodeToString(m.Sum(nil)[:16])
}

// codec writes the values of one type, given by their addresses: reading them through
// reflect takes twice as long, and positions are encoded after every order. A codec is built
// once per type.
type codec struct {
	encode func(b []byte, p unsafe.Pointer) []byte
	// zero reports whether omitting a value decodes to the same. A struct is zero when all its fields are: an
	// empty slice in it makes no difference.
	zero func(p unsafe.Pointer) bool
	// same reports whether two values are encoded alike.
	same func(p, q unsafe.Pointer) bool
	flat bool // equal encodings mean equal memory
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
		c.encode = func(b []byte, p unsafe.Pointer) []byte { return strconv.AppendBool(b, *(*bool)(p)) }
		c.zero = func(p unsafe.Pointer) bool { return !*(*bool)(p) }
		c.same, c.flat = same[bool], true
	case reflect.Int:
		*c = signed[int]()
	case reflect.Int8:
		*c = signed[int8]()
	case reflect.Int16:
		*c = signed[int16]()
	case reflect.Int32:
		*c = signed[int32]()
	case reflect.Int64:
		*c = signed[int64]()
	case reflect.Uint:
		*c = unsigned[uint]()
	case reflect.Uint8:
		*c = unsigned[uint8]()
	case reflect.Uint16:
		*c = unsigned[uint16]()
	case reflect.Uint32:
		*c = unsigned[uint32]()
	case reflect.Uint64:
		*c = unsigned[uint64]()
	case reflect.String:
		c.encode = func(b []byte, p unsafe.Pointer) []byte { return encodeString(b, *(*string)(p)) }
		c.zero = func(p unsafe.Pointer) bool { return *(*string)(p) == "" }
		c.same = same[string]
	case reflect.Slice:
		m.slice(c, t)
	case reflect.Array:
		m.array(c, t)
	case reflect.Map:
		m.mapping(c, t)
	case reflect.Pointer:
		inner := m.of(t.Elem())
		c.encode = func(b []byte, p unsafe.Pointer) []byte {
			to := *(*unsafe.Pointer)(p)
			if to == nil {
				return append(b, "null"...)
			}
			return inner.encode(b, to)
		}
		c.zero = func(p unsafe.Pointer) bool { return *(*unsafe.Pointer)(p) == nil }
		c.same = func(p, q unsafe.Pointer) bool {
			a, b := *(*unsafe.Pointer)(p), *(*unsafe.Pointer)(q)
			return a == b || a != nil && b != nil && inner.same(a, b)
		}
	case reflect.Struct:
		m.structure(c, t)
	default:
		panic(fmt.Sprintf("engine: a position cannot hold a %s", t))
	}
	return c
}

func signed[T int | int8 | int16 | int32 | int64]() codec {
	return codec{
		encode: func(b []byte, p unsafe.Pointer) []byte { return strconv.AppendInt(b, int64(*(*T)(p)), 10) },
		zero:   func(p unsafe.Pointer) bool { return *(*T)(p) == 0 },
		same:   same[T], flat: true,
	}
}

func unsigned[T uint | uint8 | uint16 | uint32 | uint64]() codec {
	return codec{
		encode: func(b []byte, p unsafe.Pointer) []byte { return strconv.AppendUint(b, uint64(*(*T)(p)), 10) },
		zero:   func(p unsafe.Pointer) bool { return *(*T)(p) == 0 },
		same:   same[T], flat: true,
	}
}

func (m codecMaker) slice(c *codec, t reflect.Type) {
	inner, size := m.of(t.Elem()), t.Elem().Size()
	// The elements' type does not matter to where a slice keeps its data and length.
	c.encode = func(b []byte, p unsafe.Pointer) []byte {
		s := *(*[]byte)(p)
		return inner.list(b, unsafe.Pointer(unsafe.SliceData(s)), len(s), size)
	}
	c.zero = func(p unsafe.Pointer) bool { return len(*(*[]byte)(p)) == 0 }
	c.same = func(p, q unsafe.Pointer) bool {
		a, b := *(*[]byte)(p), *(*[]byte)(q)
		return len(a) == len(b) && inner.sameList(unsafe.Pointer(unsafe.SliceData(a)), unsafe.Pointer(unsafe.SliceData(b)), len(a), size)
	}
}

func (m codecMaker) array(c *codec, t reflect.Type) {
	inner, n, size := m.of(t.Elem()), t.Len(), t.Elem().Size()
	c.encode = func(b []byte, p unsafe.Pointer) []byte { return inner.list(b, p, n, size) }
	c.same = func(p, q unsafe.Pointer) bool { return inner.sameList(p, q, n, size) }
	c.flat = inner.flat
	c.zero = func(p unsafe.Pointer) bool {
		for i := range n {
			if !inner.zero(unsafe.Add(p, uintptr(i)*size)) {
				return false
			}
		}
		return true
	}
}

// list writes n values of some size, which are adjacent in memory.
func (c *codec) list(b []byte, p unsafe.Pointer, n int, size uintptr) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = c.encode(b, unsafe.Add(p, uintptr(i)*size))
	}
	return append(b, ']')
}

func same[T comparable](p, q unsafe.Pointer) bool { return *(*T)(p) == *(*T)(q) }

// sameList compares as list writes.
func (c *codec) sameList(p, q unsafe.Pointer, n int, size uintptr) bool {
	if c.flat {
		bytes := n * int(size)
		return unsafe.String((*byte)(p), bytes) == unsafe.String((*byte)(q), bytes)
	}
	for i := range n {
		if at := uintptr(i) * size; !c.same(unsafe.Add(p, at), unsafe.Add(q, at)) {
			return false
		}
	}
	return true
}

// field of a struct.
type field struct {
	offset uintptr
	name   string
	key    []byte // "name":
	codec  *codec
}

func (m codecMaker) structure(c *codec, t reflect.Type) {
	fields := m.fields(t)
	c.encode = func(b []byte, p unsafe.Pointer) []byte {
		b = append(b, '{')
		empty := len(b)
		for i := range fields {
			f := &fields[i]
			value := unsafe.Add(p, f.offset)
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
	c.same = func(p, q unsafe.Pointer) bool {
		for i := range fields {
			if f := &fields[i]; !f.codec.same(unsafe.Add(p, f.offset), unsafe.Add(q, f.offset)) {
				return false
			}
		}
		return true
	}
	c.zero = func(p unsafe.Pointer) bool {
		for i := range fields {
			if !fields[i].codec.zero(unsafe.Add(p, fields[i].offset)) {
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
		name = cmp.Or(name, f.Name)
		list = append(list, field{f.Offset, name, append(encodeString(nil, name), ':'), m.of(f.Type)})
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
	c.encode = func(b []byte, p unsafe.Pointer) []byte {
		v := reflect.NewAt(t, p).Elem()
		list := make([]entry, 0, v.Len())
		for it := v.MapRange(); it.Next(); {
			list = append(list, entry{key(it.Key()), it.Value()})
		}
		slices.SortFunc(list, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
		b = append(b, '{')
		held := reflect.New(t.Elem()) // a map's values have no address
		for i, e := range list {
			if i > 0 {
				b = append(b, ',')
			}
			b = encodeString(b, e.key)
			b = append(b, ':')
			held.Elem().Set(e.value)
			b = inner.encode(b, held.UnsafePointer())
		}
		return append(b, '}')
	}
	c.zero = func(p unsafe.Pointer) bool { return reflect.NewAt(t, p).Elem().Len() == 0 }
	c.same = func(p, q unsafe.Pointer) bool { return bytes.Equal(c.encode(nil, p), c.encode(nil, q)) }
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
