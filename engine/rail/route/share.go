package route

import "math"

// never is the worth of a forbidden choice; sums of it do not overflow.
const never = math.MinInt / 8

// way is one way in which a route can use services.
type way struct {
	services uint8 // services used, one bit each
	long     bool  // visits more stops than the train alone may
	extras   int   // visits this many Extras
	bonus    int   // visits an area for it
}

// suits reports whether a route uses the services just so.
func (y *way) suits(long bool, extras, areas int) bool {
	return y.long == long && y.extras == extras && (y.bonus == 0 || areas > 0)
}

// waysOf lists the ways to use some of the services, none first.
func waysOf(services []Service) []way {
	ways := []way{{}}
	for i, w := range services {
		for _, y := range ways {
			y.services |= 1 << i
			if w.Longer && !y.long {
				long := y
				long.long = true
				ways = append(ways, long)
			}
			if w.Extra {
				extra := y
				extra.extras++
				ways = append(ways, extra)
			}
			if w.Bonus > 0 {
				bonus := y
				bonus.bonus += w.Bonus
				ways = append(ways, bonus)
			}
		}
	}
	return ways
}

// sharing is how the trains may share the services.
type sharing struct {
	ways  []way
	kinds []int // class of each train
	all   int   // the set of all services
	must  int   // services that must be used
}

// rest returns, for each set of remaining services, the most that the trains from number from on, except train
// skip, can earn together if they use the mandatory services in the set. worth[class][way] is the most that one
// route can earn.
func (s *sharing) rest(worth [][]int, from, skip int) (best []int) {
	best = make([]int, s.all+1)
	for left := range best {
		if left&s.must != 0 {
			best[left] = never
		}
	}
	for t := len(s.kinds) - 1; t >= from; t-- {
		if t == skip {
			continue
		}
		for left := s.all; left >= 0; left-- { // smaller sets are still without t
			most := best[left] // t runs nothing
			for y := range s.ways {
				if uses := int(s.ways[y].services); uses&^left == 0 {
					most = max(most, worth[s.kinds[t]][y]+best[left&^uses])
				}
			}
			best[left] = max(most, never)
		}
	}
	return best
}

// claim is the best way for train t if the trains after it achieve rest; -1: it runs nothing.
func (s *sharing) claim(worth []int, rest []int, left int) (way int) {
	way, most := -1, rest[left]
	for y := range s.ways {
		if uses := int(s.ways[y].services); uses&^left == 0 && worth[y]+rest[left&^uses] > most {
			way, most = y, worth[y]+rest[left&^uses]
		}
	}
	return way
}
