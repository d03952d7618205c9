package russian

import "railpost/engine"

func (title) Parts() []engine.Part { return nil }
func (title) Sheet(view engine.Position, seat engine.Seat, part string, arg string) ([]engine.Block, error) {
	return nil, nil
}
