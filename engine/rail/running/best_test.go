package running

import (
	"reflect"
	"testing"

	"railpost/engine/rail/route"
)

// TestKey: routes kept for some trains, services and phase are not used for others. Trains with equal runs but
// other names have other texts.
func TestKey(t *testing.T) {
	two := func(names ...string) (list []Train) {
		for _, name := range names {
			list = append(list, Train{Name: name, Train: route.Train{Range: 2, Towns: 2}})
		}
		return list
	}
	seen := map[string]int{}
	for i, r := range []Runner{
		{Trains: two("2+2b", "2+2c")},
		{Trains: two("2+2c", "2+2c")},
		{Trains: two("2+2c", "2+2b")},
		{Trains: two("2+2b")},
		{Trains: two("2+2b"), Colour: "green"},
		{Trains: two("2+2b"), Services: []Service{{Service: route.Service{Longer: true}}}},
		{Trains: two("2+2b"), Services: []Service{{Service: route.Service{Longer: true, Must: true}}}},
		{Trains: two("2+2b"), Services: []Service{{Service: route.Service{Bonus: 20, Must: true}}}},
		{Trains: []Train{{Name: "2+2b", Train: route.Train{Range: 2}}}},
		{Trains: []Train{{Name: "2+2b", Train: route.Train{Range: 2, Express: true}}}},
		{Trains: []Train{{Name: "2+2b", Train: route.Train{Range: 2, CitiesFirst: true}}}},
		{Trains: two("2+2b"), Services: []Service{{Service: route.Service{Extra: true}}}},
	} {
		if before, ok := seen[r.key()]; ok {
			t.Errorf("runners %d and %d have the key %q", before, i, r.key())
		}
		seen[r.key()] = i
	}
	if n, m := reflect.TypeFor[route.Train]().NumField(), reflect.TypeFor[route.Service]().NumField(); n != 4 || m != 4 {
		t.Errorf("trains have %d fields, services %d; the key has 4 of each", n, m)
	}
}
