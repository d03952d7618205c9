package sheet

import "railpost/engine"

// Find is the first report with a key; of several that of a company, where company
// is not "": rounds that go on by themselves report of others, too. The company is
// the argument "company", given by its message key.
func Find(reports []engine.Report, key, company string) (engine.Message, bool) {
	for _, rep := range reports {
		if rep.Key != key {
			continue
		}
		if a, ok := rep.Arg("company"); ok && company != "" && a.Text != company {
			continue
		}
		return rep.Message, true
	}
	return engine.Message{}, false
}

// IntOf is a number of a report; 0 where it has none.
func IntOf(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}
