package setup

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"railpost/pbem/mail/compose"
)

// Provider is a mail provider of providers.toml, which explains the fields.
type Provider struct {
	Name, Title, IMAP, SMTP, OAuth, Credential string

	Domains    []string
	Plus       bool
	PerDay     int  `toml:"per_day"`
	NoPassword bool `toml:"no_password"`
}

//go:embed providers.toml
var providersFile []byte

// Providers returns the providers in the order in which they are offered; the last is any other.
var Providers = sync.OnceValue(func() []Provider {
	var file struct{ Provider []Provider }
	if err := toml.Unmarshal(providersFile, &file); err != nil {
		panic("providers.toml: " + err.Error()) // a test reads it
	}
	return file.Provider
})

// provider returns the provider that was named, or else that of the address; the last if neither is known.
func (a Answers) provider() Provider {
	_, domain := compose.SplitAddress(a.Address)
	list := Providers()
	i := slices.IndexFunc(list, func(p Provider) bool {
		return p.Name == a.Provider || a.Provider == "" && slices.Contains(p.Domains, strings.ToLower(domain))
	})
	if i < 0 {
		i = len(list) - 1
	}
	return list[i]
}

// ProviderNames lists what an organiser can call a provider.
func ProviderNames() string {
	var names []string
	for _, p := range Providers() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
