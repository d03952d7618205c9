package pbem

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/pbem/compose"
	"railpost/pbem/config"
	"railpost/pbem/control"
	"railpost/pbem/extract"
	"railpost/pbem/table"
)

// mailAddress reads an address to which letters are to go, as somebody wrote
// it, with or without a name.
func mailAddress(text string) (*mail.Address, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	if a.Address = extract.Address(a.Address); !compose.ValidAddress(a.Address) {
		return nil, errors.New("letters cannot go there: it is too long, or has other signs than ASCII or quotation marks before the @")
	}
	return a, nil
}

// checkName refuses a player's name with signs that nobody sees, or that turn the
// writing of what stands behind them round.
func checkName(name string) error {
	if i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return control.Wrong("write it with letters, figures, blanks and signs only", "the name %+q holds U+%04X, which cannot be seen", name, r)
	}
	return nil
}

// checkPlayer refuses a player whom letters or orders would take for another seat's,
// or for the service.
func checkPlayer(conf *config.Config, t *table.Table, s int, force bool) error {
	p := t.Players[s]
	if err := checkName(p.Name); err != nil {
		return err
	}
	address := p.Addresses[0]
	if isOwn(conf, address) {
		return control.Wrong("write the address at which the player reads mail", "%s: mail to %s comes back to the service", p.Name, address)
	}
	for i, other := range t.Players {
		switch {
		case i == s:
		case engine.Fold(other.Name) == engine.Fold(p.Name):
			return control.Wrong("give each player a name of their own", "two players would be called %s", p.Name)
		case !force && t.OnFile(engine.Seat(i), address):
			return control.Wrong("add --force if one person is to play both seats, or two share a mailbox", "%s has the address of %s, %s", p.Name, other.Name, address)
		}
	}
	return nil
}
