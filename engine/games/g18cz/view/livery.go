package view

// liveries are the printed colours of companies, by folded word, dark enough for white text. 18cz.swatch of the
// messages has the same.
var liveries = map[string]string{
	"ekj": "#faebd7",
	"ofe": "#f3b1b3",
	"bcb": "#fabc48",
	"mw":  "#b1cec7",
	"bn":  "#a9a9a9",
	"nwb": "#e1af33",
	"ate": "#ffd700",
	"bte": "#dbe285",
	"kfn": "#a2d9f7",
	"kk":  "#cc6f3c",
	"vbw": "#007a39",
	"sx":  "#e31e24",
	"pr":  "#2b2a29",
	"by":  "#0971b7",
	"ug":  "#ae4a84",
}
