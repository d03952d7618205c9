package board

import (
	"maps"
	"slices"
)

// liveries are the colours of the companies of 18xx titles, as their rule books print them, by title
// and folded word. SIK and VBW are darker, so that white can be read on them. Boards, charts and tables
// all use these.
var liveries = map[string]map[string]string{
	"18mag": {
		"raba": "#c8372d", "sik": "#2f7a37", "mavag": "#7d4a9e", "g&c": "#7ec3e6", "snw": "#8a8f94", "szkev": "#e6c229", "ldsteg": "#e0862a",
	},
	"18cz": {
		"ekj": "#faebd7", "ofe": "#f3b1b3", "bcb": "#fabc48", "mw": "#b1cec7", "bn": "#a9a9a9", "nwb": "#e1af33", "ate": "#ffd700", "bte": "#dbe285",
		"kfn": "#a2d9f7", "kk": "#cc6f3c", "vbw": "#007a39", "sx": "#e31e24", "pr": "#2b2a29", "by": "#0971b7", "ug": "#ae4a84",
	},
}

// Unowned is the colour of a company without a livery that nobody has.
const Unowned = "#c3c6ca"

// Livery returns the colour of a company of a title, by its folded word, as CSS writes it; "" if it
// has none.
func Livery(title, word string) string { return liveries[title][word] }

// Liveries returns the colours of all companies, in a fixed order.
func Liveries() (list []string) {
	for _, of := range liveries {
		list = slices.AppendSeq(list, maps.Values(of))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
