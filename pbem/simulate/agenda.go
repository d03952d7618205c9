package simulate

import (
	"container/heap"
	"time"
)

// agenda is what people will do, earliest first, and in the order in which it was entered.
type agenda struct {
	acts    acts
	entered int
}

type act struct {
	at time.Time
	n  int
	do func() error
}

type acts []act

func (a acts) Len() int { return len(a) }

func (a acts) Less(i, j int) bool {
	if a[i].at.Equal(a[j].at) {
		return a[i].n < a[j].n
	}
	return a[i].at.Before(a[j].at)
}

func (a acts) Swap(i, j int) { a[i], a[j] = a[j], a[i] }

func (a *acts) Push(x any) { *a = append(*a, x.(act)) }

func (a *acts) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// at enters something to be done at an instant.
func (a *agenda) at(at time.Time, do func() error) {
	a.entered++
	heap.Push(&a.acts, act{at, a.entered, do})
}

// next returns when the next thing is to be done; false: there is none.
func (a *agenda) next() (time.Time, bool) {
	if len(a.acts) == 0 {
		return time.Time{}, false
	}
	return a.acts[0].at, true
}

// take removes the next thing to be done.
func (a *agenda) take() func() error { return heap.Pop(&a.acts).(act).do }
