package datafile

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestRead(t *testing.T) {
	files := fstest.MapFS{
		"data/good.json":  {Data: []byte(`{"n": 7}`)},
		"data/more.json":  {Data: []byte(`{"n": 7, "m": 8}`)},
		"data/wrong.json": {Data: []byte(`{"n": "seven"}`)},
	}
	type number struct{ N int }
	cases := []struct{ name, fault string }{
		{"good.json", ""}, {"more.json", `unknown field "m"`}, {"wrong.json", "cannot unmarshal"}, {"none.json", "does not exist"},
	}
	for _, c := range cases {
		var got number
		err := Read(files, "toy", c.name, &got)
		switch {
		case c.fault == "" && (err != nil || got.N != 7):
			t.Errorf("%s: %+v, %v", c.name, got, err)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault) || !strings.HasPrefix(err.Error(), "toy: ")):
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.fault)
		}
	}
}
