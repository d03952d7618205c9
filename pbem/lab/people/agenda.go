// Package people holds the common parts of simulated players in simulations and crash tests.
package people

import (
	"slices"
	"time"
)

// Agenda is a list of tasks, earliest first, and of equal ones in the order in which they were entered.
type Agenda[Do any] struct{ tasks []task[Do] }

type task[Do any] struct {
	at time.Time
	do Do
}

// At enters something to be done at an instant.
func (a *Agenda[Do]) At(at time.Time, do Do) {
	i, _ := slices.BinarySearchFunc(a.tasks, at, func(t task[Do], at time.Time) int {
		if t.at.After(at) {
			return 1
		}
		return -1
	})
	a.tasks = slices.Insert(a.tasks, i, task[Do]{at, do})
}

// Next returns the time of the next task; false: there is none.
func (a *Agenda[Do]) Next() (at time.Time, ok bool) {
	if len(a.tasks) == 0 {
		return at, false
	}
	return a.tasks[0].at, true
}

// Take removes the next task.
func (a *Agenda[Do]) Take() Do {
	next := a.tasks[0]
	a.tasks = a.tasks[1:]
	return next.do
}
