package view

// liveries are the colours of companies as the rule book prints them, by folded word; where white
// stands on one it is dark enough. Tables have the same, as 18mag.swatch of the messages.
var liveries = map[string]string{
	"raba":   "#c8372d",
	"sik":    "#2f7a37",
	"mavag":  "#7d4a9e",
	"g&c":    "#7ec3e6",
	"snw":    "#8a8f94",
	"szkev":  "#e6c229",
	"ldsteg": "#e0862a",
}
