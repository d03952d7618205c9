package view

// liveries are the printed colours of companies, by folded word, dark enough for white text. 18mag.swatch of
// the messages has the same.
var liveries = map[string]string{
	"raba":   "#c8372d",
	"sik":    "#2f7a37",
	"mavag":  "#7d4a9e",
	"g&c":    "#7ec3e6",
	"snw":    "#8a8f94",
	"szkev":  "#e6c229",
	"ldsteg": "#e0862a",
}
