package titles

import (
	_ "embed"
	"strings"

	"railpost/engine"
)

//go:embed orders.txt
var orders string

// Orders lists the orders of a title as its help shows them: form, and the key of their explanation. A title
// reveals them only by asking for them, so the list is made by random games: TestOrders.
func Orders(title string) (list []engine.Usage) {
	for line := range strings.Lines(orders) {
		if part := strings.Split(strings.TrimSpace(line), "\t"); part[0] == title {
			list = append(list, engine.Usage{Form: part[1], Gloss: part[2]})
		}
	}
	return list
}
