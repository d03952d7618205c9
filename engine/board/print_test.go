package board

import (
	"reflect"
	"testing"
)

// TestPrintHasEveryFact: a change of any fact of a hex, a link or a run changes the text
// that stands for it.
func TestPrintHasEveryFact(t *testing.T) {
	for _, fact := range []interface{ Append([]byte) []byte }{&Hex{}, &Over{}, &Run{}} {
		v := reflect.ValueOf(fact).Elem()
		fill(v)
		n := 0
		each(v, v.Type().Name(), func(field reflect.Value, name string) {
			before := string(fact.Append(nil))
			was := reflect.New(field.Type()).Elem()
			was.Set(field)
			change(field)
			if string(fact.Append(nil)) == before {
				t.Errorf("%s changes nothing", name)
			}
			field.Set(was)
			n++
		})
		if n < 3 {
			t.Errorf("%s has %d facts", v.Type(), n)
		}
	}
}

// fill gives every list two members and every pointer a value.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	}
}

// each calls f for every value below v, and for every list as a whole.
func each(v reflect.Value, name string, f func(reflect.Value, string)) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), name+"."+v.Type().Field(i).Name, f)
		}
	case reflect.Slice:
		f(v, name)
		each(v.Index(0), name+"[0]", f)
		each(v.Index(1), name+"[1]", f)
	case reflect.Pointer:
		f(v, name)
		each(v.Elem(), name, f)
	default:
		f(v, name)
	}
}

func change(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(v.String() + "x")
	case reflect.Int:
		v.SetInt(v.Int() + 1)
	case reflect.Uint8:
		v.SetUint(v.Uint() + 1)
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Slice:
		v.Set(v.Slice(0, 1))
	case reflect.Pointer:
		v.SetZero()
	default:
		panic(v.Kind())
	}
}
