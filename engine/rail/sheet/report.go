package sheet

import "railpost/engine"

// Remarks gathers what is said after a line of a list.
type Remarks struct {
	Title   Words
	Reports []engine.Report // of the line
	List    []engine.Message
}

// Add says one thing more: "TITLE.remark.KEY".
func (r *Remarks) Add(key string, args ...engine.Arg) {
	r.List = append(r.List, r.Title.say("remark", key, args))
}

// Price says that the price of a company goes from old to n, or stays there.
func (r *Remarks) Price(old, n int) {
	if old == n {
		r.Add("price-stays", engine.Int("n", n))
		return
	}
	r.Add("price-moves", engine.Int("old", old), engine.Int("n", n))
}

// Find returns the first report with a key, "TITLE.report.KEY"; if company is not "",
// the first on that company: rounds that go on by themselves report on others, too.
// company is the message key in the argument "company".
func (r *Remarks) Find(key, company string) (engine.Message, bool) {
	for _, rep := range r.Reports {
		if rep.Key != string(r.Title)+".report."+key {
			continue
		}
		if a, ok := rep.Arg("company"); !ok || company == "" || a.Text == company {
			return rep.Message, true
		}
	}
	return engine.Message{}, false
}

// First returns what Find does for the first of the keys that was reported.
func (r *Remarks) First(company string, keys ...string) (engine.Message, bool) {
	for _, key := range keys {
		if m, ok := r.Find(key, company); ok {
			return m, true
		}
	}
	return engine.Message{}, false
}

// IntOf is a number of a report; 0 where it has none.
func IntOf(m engine.Message, name string) int {
	a, _ := m.Arg(name)
	return a.Int
}
