package journal

import (
	"errors"
	"net/mail"
	"strings"

	"railpost/pbem/compose"
	"railpost/pbem/config"
	"railpost/pbem/extract"
)

// mailAddress reads an address to which letters are to go, as somebody wrote
// it, with or without a name.
func ParseAddress(text string) (*mail.Address, error) {
	a, err := mail.ParseAddress(text)
	if err != nil {
		return nil, err
	}
	if a.Address = extract.Address(a.Address); !compose.ValidAddress(a.Address) {
		return nil, errors.New("letters cannot go there: it is too long, or has other signs than ASCII or quotation marks before the @")
	}
	return a, nil
}

// IsOwn says whether mail to an address comes back to the service.
func IsOwn(conf *config.Config, address string) bool {
	base, host := compose.SplitAddress(extract.Address(conf.Identity.BaseAddress))
	local, domain := compose.SplitAddress(address)
	local, _, _ = strings.Cut(local, conf.Mail.Out.PlusSeparator)
	return domain == host && local == base || address == extract.Address(conf.FromAddress())
}
