package compose

import "testing"

func TestAbout(t *testing.T) {
	for subject, want := range map[string]OrderSubject{
		"[winter] step 17":                      {"winter", Step{N: 17}, true},
		"Re: [Winter]  Step 17aa":               {"winter", Step{N: 17, Epoch: 27}, true},
		"Fwd: [winter] step 17, and a question": {"winter", Step{N: 17}, true},
		"[winter] Your turn":                    {"winter", Step{}, false},
		"[winter] step 017":                     {"winter", Step{}, false},
		"[winter] step 99999999999999999999":    {"winter", Step{N: 1<<64 - 1}, false},
		"[winter] step by step":                 {"winter", Step{}, false},
	} {
		if got, ok := ParseSubject(subject); !ok || got != want {
			t.Errorf("%q: %+v, %v", subject, got, ok)
		}
	}
	for _, subject := range []string{"winter", "", "[]", "[a very long name]", "(winter) step 3"} {
		if got, ok := ParseSubject(subject); ok {
			t.Errorf("%q names %+v", subject, got)
		}
	}
	a := OrderSubject{"winter", Step{N: 17, Epoch: 2}, true}
	if got, ok := ParseSubject(a.Subject()); !ok || got != a {
		t.Errorf("%q: %+v", a.Subject(), got)
	}
}
