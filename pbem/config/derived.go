package config

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"railpost/pbem/facts/clock"
	"railpost/pbem/facts/hook"
)

// FromAddress returns the address in From of all letters.
func (c *Config) FromAddress() string { return cmp.Or(c.Mail.Out.From, c.Identity.BaseAddress) }

// FromDomain returns the domain of From, which also signs.
func (c *Config) FromDomain() string { return domainOf(c.FromAddress()) }

// Sign returns a finished mail with a signature of each key of mail.out.dkim_keys.
func (c *Config) Sign(raw []byte) ([]byte, error) {
	if len(c.Mail.Out.Keys) < len(c.Mail.Out.DKIMKeys) && c.Mail.Kind != Embedded {
		return nil, errors.New("the keys of mail.out.dkim_keys were not loaded")
	}
	return c.Mail.Out.Keys.Sign(c.FromDomain(), raw)
}

// AnswerBases returns the beginnings of answer addresses before their code: those of letters now, and of letters from before
// a move to another address. The separator may be any of Separators where letters have none.
func (c *Config) AnswerBases() (bases []string) {
	for _, of := range []*Config{c, c.Mail.Old.Of} {
		if of == nil {
			continue
		}
		local, _ := splitAddress(of.Identity.BaseAddress)
		for _, sep := range strings.Split(cmp.Or(of.Mail.Out.PlusSeparator, Separators), "") {
			if base := strings.ToLower(local + sep); !slices.Contains(bases, base) {
				bases = append(bases, base)
			}
		}
	}
	return bases
}

// ByCode reports whether answers prove themselves by a code in their text, because mail to
// extended addresses does not arrive.
func (c *Config) ByCode() bool { return c.Mail.Out.PlusSeparator == "" }

// ListIDDomain returns the domain in List-Id and Message-ID of letters.
func (c *Config) ListIDDomain() string {
	return cmp.Or(c.Identity.ListIDDomain, domainOf(c.Identity.BaseAddress))
}

// HooksAllowed returns where hooks may post.
func (c *Config) HooksAllowed() hook.Allowed {
	return hook.Allowed{Hosts: c.Hooks.Hosts, Private: c.Hooks.AllowPrivate}
}

// SocketPath returns where a running daemon listens for the command line.
func (c *Config) SocketPath() string { return cmp.Or(c.Health.Socket, c.Store.Path+".sock") }

// PageURL returns the address of a page, as readers reach it; path has no slash before it.
// "" if there are no pages.
func (c *Config) PageURL(path string) string {
	if c.Web.Listen == "" {
		return ""
	}
	return strings.TrimSuffix(cmp.Or(c.Web.BaseURL, "http://"+c.Web.Listen), "/") + "/" + path
}

// OneClick reports whether mail programs can stop letters over the pages: they do so by https alone (RFC 8058).
func (c *Config) OneClick() bool { return strings.HasPrefix(c.PageURL(""), "https://") }

// BasePath returns where the pages begin on their host: "/railpost", or "".
func (c *Config) BasePath() string {
	u, err := url.Parse(c.Web.BaseURL)
	if err != nil {
		return "" // Check has refused it
	}
	return strings.TrimSuffix(u.Path, "/")
}

// Zone returns the zone of players who have not chosen one. The Config must have passed
// Check.
func (c *Config) Zone() (*time.Location, error) { return clock.LoadZone(c.Game.Defaults.Zone) }

// Languages returns the languages that the configuration names: they are offered even if they lack messages.
func (c *Config) Languages() []string {
	return append(slices.Clone(c.Identity.Drafts), c.Identity.Language, c.Game.Defaults.Language)
}
