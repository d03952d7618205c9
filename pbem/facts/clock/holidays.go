package clock

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/at"
	"github.com/rickar/cal/v2/be"
	"github.com/rickar/cal/v2/ch"
	"github.com/rickar/cal/v2/cz"
	"github.com/rickar/cal/v2/de"
	"github.com/rickar/cal/v2/es"
	"github.com/rickar/cal/v2/fr"
	"github.com/rickar/cal/v2/gb"
	"github.com/rickar/cal/v2/it"
	"github.com/rickar/cal/v2/nl"
	"github.com/rickar/cal/v2/pl"
	"github.com/rickar/cal/v2/us"
)

// countries have holidays that a table can keep, by their code (ISO 3166-1).
var countries = map[string][]*cal.Holiday{
	"at": at.Holidays, "be": be.Holidays, "ch": ch.Holidays, "cz": cz.Holidays, "de": de.Holidays, "es": es.Holidays,
	"fr": fr.Holidays, "gb": gb.Holidays, "it": it.Holidays, "nl": nl.Holidays, "pl": pl.Holidays, "us": us.Holidays,
}

// Countries lists the codes of countries whose holidays are known.
func Countries() []string { return slices.Sorted(maps.Keys(countries)) }

// CheckCountry returns an error that lists the known countries if a code is not one of them.
func CheckCountry(code string) error {
	if countries[code] == nil {
		return fmt.Errorf("the holidays of %q are not known; those of these countries are: %s", code, strings.Join(Countries(), ", "))
	}
	return nil
}

// Holiday reports whether a date is a national holiday of one of some countries, or the day
// on which it is kept.
func Holiday(codes []string, d Date) bool {
	for _, code := range codes {
		for _, h := range countries[code] {
			actual, observed := h.Calc(d.Year)
			if DateOf(actual) == d || DateOf(observed) == d {
				return true
			}
		}
	}
	return false
}
