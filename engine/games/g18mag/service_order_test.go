package g18mag

import "testing"

// Services are bought in any order, which decides their sellers' income: one that needs another may come first,
// if the other can still be paid. Then the trains wait for that other (VI.3.7, R-06).
func TestServiceOrder(t *testing.T) {
	// A 2-train comes from H23 over the town G24 to the red area I26 as 2+2 only.
	base := func(money int) *State {
		return turnOf(t, 3, 12, laid(t, "5 H23 2", "3 G24 5", "9 H25 2"), atStep(StepRun), owns(money, 2))
	}
	area := base(0).Board.Stops(base(0).World(), hexOn(t, base(0), "I26"))[0]
	worth := 20 + 10 + area.Worth(Yellow) + 20 // the city, the town, the area, the bonus
	for _, c := range []struct {
		lines      []string
		raba, ganz int
	}{
		{[]string{"service raba", "service g&c"}, 10, 20},
		{[]string{"service g&c", "service raba"}, 20, 10},
	} {
		s := after(t, base(30), append(c.lines, "run best")...)
		if s.Purse(Raba) != c.raba || s.Purse(Ganz) != c.ganz || s.Runs[0].Revenue != worth {
			t.Errorf("%v: RÁBA has %d, G&C %d, %+v", c.lines, s.Purse(Raba), s.Purse(Ganz), s.Runs)
		}
	}
	refusalCase{"the other is too dear", base(29), "service raba", "R-06", "service-useless", ""}.check(t)
	refusalCase{"no use with any other", base(60), "service snw", "R-06", "service-useless", ""}.check(t)
	first := after(t, base(30), "service raba")
	for _, line := range []string{"run best", "run nothing"} {
		refusalCase{"the other is still missing", first, line, "R-06", "run-idle-service", ""}.check(t)
	}
	refusalCase{"without it", first, "run H23-G24", "R-06", "run-idle-service", ""}.check(t)
}
