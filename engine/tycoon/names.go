package tycoon

import "railpost/engine"

// citySay names a city: its name is never translated.
func (b *Book) citySay(name string, c City) engine.Arg { return engine.Text(name, b.Cities[c].Name) }

// citiesSay names several cities.
func (b *Book) citiesSay(name string, list []City) engine.Arg {
	parts := make([]engine.Arg, 0, len(list))
	for _, c := range list {
		parts = append(parts, b.citySay("", c))
	}
	return engine.Several(name, parts...)
}
