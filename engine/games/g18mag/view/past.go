package view

import (
	"strconv"
	"strings"

	"railpost/engine"
	"railpost/engine/games/g18mag"
	"railpost/engine/games/g18mag/key"
	"railpost/engine/rail/past"
	"railpost/engine/rail/sheet"
)

var _ engine.Chronicler = View{}

// Recalls: rounds, pay-outs and all that moves a price.
func (View) Recalls(report string) bool {
	switch report {
	case key.ReportOperating, key.ReportStock, key.ReportLastStock, key.ReportStartPrice,
		key.ReportPaid, key.ReportPaidBank, key.ReportPaidNothing, key.ReportSold, key.ReportSoldOut:
		return true
	}
	return false
}

// Chronicle tells in a stock round what shares paid.
func (View) Chronicle(view engine.Position, _ engine.Seat, reports []engine.Message, whole bool) []engine.Block {
	s := view.(*g18mag.State)
	switch {
	case whole:
		return course(reports).Whole(pastMajors(s, s.Edition().Majors))
	case s.Stage == g18mag.Stocks:
		return course(reports).Yields(pastMajors(s, s.InOrder()))
	}
	return nil
}

// Hindsight tells of a share to buy what it paid.
func (View) Hindsight(view engine.Position, reports []engine.Message, line string) []engine.Message {
	s := view.(*g18mag.State)
	word, ok := strings.CutPrefix(line, "buy ")
	if !ok || s.Stage != g18mag.Stocks {
		return nil
	}
	for _, c := range s.Edition().Majors {
		if g18mag.Companies[c].Word == word {
			return course(reports).Shares(g18mag.CompanyKey(c), s.PriceOf(c))
		}
	}
	return nil
}

func pastMajors(s *g18mag.State, majors []g18mag.Company) (list []past.Company) {
	for _, c := range majors {
		list = append(list, past.Company{Key: g18mag.CompanyKey(c), Word: g18mag.Companies[c].Word})
	}
	return list
}

// course reads the rounds out of reports. A pay-out is told for all ten shares.
func course(reports []engine.Message) *past.Course {
	c := &past.Course{}
	for _, r := range reports {
		set := strconv.Itoa(sheet.IntOf(r, "set"))
		company, _ := r.Arg("company")
		switch r.Key {
		case key.ReportOperating:
			c.Begin(set+"."+strconv.Itoa(sheet.IntOf(r, "round")), true)
		case key.ReportStock, key.ReportLastStock:
			c.Begin(set, false)
		case key.ReportStartPrice:
			c.Price(company.Text, sheet.IntOf(r, "n"))
		case key.ReportPaid, key.ReportPaidBank, key.ReportPaidNothing:
			c.Paid(company.Text, sheet.IntOf(r, "n")*g18mag.Book.Structure.Share/100)
			c.Price(company.Text, sheet.IntOf(r, "price"))
		case key.ReportSold, key.ReportSoldOut:
			c.Price(company.Text, sheet.IntOf(r, "price"))
		}
	}
	return c
}
