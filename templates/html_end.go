package templates

// podium is the best players, in the order of their places; the text has them in a table.
type podium []Score

// podiumHigh is the height of each place, in pixels.
var podiumHigh = [...]string{"84", "56", "36"}

// podium writes each of the best above a block of its colour: the winner in the middle.
func (w *htmlWriter) podium(list podium) {
	w.raw(grid + ` style="table-layout:fixed;margin:0 0 12px"><tr valign="bottom">` + "\n")
	for _, i := range []int{1, 0, 2} {
		if i >= len(list) {
			continue
		}
		s := list[i]
		high, c := podiumHigh[min(s.Rank, len(podiumHigh))-1], seatColour(s.Seat)
		w.raw(`<td align="center" style="padding:0 4px"><p style="margin:0;line-height:20px">`)
		w.chip(s.Seat)
		w.element("<b>", w.of.name(s.Seat), "</b></p>\n")
		w.element(`<p style="margin:0 0 4px;font-size:22px;line-height:28px"><b>`, w.of.grammar.number(s.Points), "</b></p>\n")
		w.element(grid+`><tr><td align="center" valign="top" height="`+high+`" bgcolor="`+c+`" style="background:`+c+`;color:`+inkOn(c)+
			`;padding:6px 0 0;font-size:20px;line-height:26px;font-weight:bold;border-radius:6px 6px 0 0">`, itoa(s.Rank), "</td></tr></table></td>\n")
	}
	w.raw("</tr></table>\n")
}
