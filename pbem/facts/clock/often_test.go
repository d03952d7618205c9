package clock

import "testing"

// TestTooOften: reminders come at most once an hour, by any timetable.
func TestTooOften(t *testing.T) {
	for _, c := range []struct {
		list []string
		bad  bool
	}{
		{nil, false},
		{[]string{"0 9 * * *"}, false},
		{[]string{"0 * * * *"}, false},
		{[]string{"0 9 * * *", "0 10 * * *"}, false},
		{[]string{"0 9 * * *", "0 9 * * 1"}, false},
		{[]string{"0 9 29 2 *"}, false},
		{[]string{"* * * * *"}, true},
		{[]string{"*/30 * * * *"}, true},
		{[]string{"0,59 23 * * *"}, true},
		{[]string{"59 23 * * *", "0 0 * * *"}, true},
		{[]string{"* 9 1 1 *"}, true},
		{[]string{"0 * * * *", "30 * * * *"}, true},
		{[]string{"0 9 * * MON", "30 9 * * MON"}, true},
	} {
		var list []Expr
		for _, spec := range c.list {
			list = append(list, MustParse(spec))
		}
		if err := TooOften(list); (err != nil) != c.bad {
			t.Errorf("%q: %v", c.list, err)
		}
	}
}
