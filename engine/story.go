package engine

import "slices"

// Story is the passages so far and the reports still to be told.
type Story struct {
	Left []Message
	Told []Passage
}

// Tell tells the reports of one order: next tells its argument, with any reports of Left that belong to it.
func Tell(reports []Message, next func(s *Story, r Message)) []Passage {
	s := &Story{Left: reports, Told: []Passage{}}
	for len(s.Left) > 0 {
		next(s, s.Take())
	}
	return s.Told
}

// Add adds a sentence.
func (s *Story) Add(weight Weight, key string, args ...Arg) {
	s.Told = append(s.Told, Passage{Say: Msg(key, args...), Weight: weight})
}

// Take takes the next report.
func (s *Story) Take() Message {
	r := s.Left[0]
	s.Left = s.Left[1:]
	return r
}

// Next reports whether the next report has one of these keys.
func (s *Story) Next(keys ...string) bool {
	return len(s.Left) > 0 && slices.Contains(keys, s.Left[0].Key)
}

// Run takes the next reports with these keys.
func (s *Story) Run(keys ...string) (list []Message) {
	for s.Next(keys...) {
		list = append(list, s.Take())
	}
	return list
}
