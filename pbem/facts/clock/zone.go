package clock

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	_ "time/tzdata" // zones even where the machine has none

	"railpost/pbem/facts/near"
)

// zoneList names every zone of the embedded time/tzdata, one per line, since that offers no list.
//
//go:embed zones.txt
var zoneList string

var zoneNames = strings.Fields(zoneList)

// ZoneError is returned for a zone that does not exist, with similar names.
type ZoneError struct {
	Name string
	Near []string // existing names, the likeliest first; may be empty
}

func (e *ZoneError) Error() string {
	return fmt.Sprintf("there is no time zone %q; %s", e.Name, near.Question(e.Near, "write continent and city, for instance Europe/Madrid"))
}

// LoadZone returns a zone by its IANA name, ignoring case and accepting spaces for "_". It
// refuses the machine's own zone ("Local", ""): a game must mean the same after a move to
// another machine. Errors are *ZoneError.
func LoadZone(name string) (*time.Location, error) {
	wanted := strings.ReplaceAll(strings.TrimSpace(name), " ", "_")
	at := slices.IndexFunc(zoneNames, func(known string) bool { return strings.EqualFold(known, wanted) })
	if at < 0 {
		return nil, &ZoneError{Name: name, Near: nearZones(wanted)}
	}
	zone, err := time.LoadLocation(zoneNames[at])
	if err != nil {
		return nil, fmt.Errorf("time zone %q: %w", name, err)
	}
	return zone, nil
}

// nearZones first looks for a misspelt whole name, then for a city alone.
func nearZones(wanted string) []string {
	const limit, longest = 3, 64 // no zone has such a long name
	if wanted == "" || len(wanted) > longest {
		return nil
	}
	if names := near.Names(wanted, zoneNames, limit); len(names) > 0 {
		return names
	}
	var cities []string
	for _, name := range zoneNames {
		city := name[strings.LastIndex(name, "/")+1:]
		if strings.EqualFold(city, wanted) {
			return []string{name}
		}
		if len(cities) < limit && len(near.Names(wanted, []string{city}, 1)) > 0 {
			cities = append(cities, name)
		}
	}
	return cities
}
