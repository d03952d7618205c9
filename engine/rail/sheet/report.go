package sheet

import "railpost/engine"

// Remarks gathers what is said behind a line of a list.
type Remarks struct {
	Title   Words
	Reports []engine.Report // of the line
	List    []engine.Message
}

// Add says one thing more: "TITLE.remark.KEY".
func (r *Remarks) Add(key string, args ...engine.Arg) {
	r.List = append(r.List, r.Title.say("remark", key, args))
}

// Find is the first report with a key, "TITLE.report.KEY"; of several that of a
// company, where company is not "": rounds that go on by themselves report of
// others, too. The company is the argument "company", given by its message key.
func (r *Remarks) Find(key, company string) (engine.Message, bool) {
	for _, rep := range r.Reports {
		if rep.Key != string(r.Title)+".report."+key {
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
