package admin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"railpost/engine"
	"railpost/pbem/config"
	"railpost/pbem/desk/journal"
	"railpost/pbem/facts/fault"
	"railpost/pbem/facts/names"
	"railpost/pbem/facts/table"
	"railpost/templates"
)

// admission checks what an organiser says about people: names, addresses, languages.
type admission struct {
	config *config.Config
	set    *templates.Set
}

// organiser checks the address of a game's organiser.
func (a admission) organiser(text string) (string, error) {
	to, err := journal.ParseAddress(text)
	if err != nil {
		return "", fault.Wrong("write ana@example.org", "organiser %q: %v", text, err)
	}
	if journal.IsOwn(a.config, to.Address) {
		return "", fault.Wrong("give an address that someone reads", "organiser %s: mail to this address comes back to the service", to.Address)
	}
	return to.Address, nil
}

// language returns the language that a word names.
func (a admission) language(word string) (string, error) {
	lang := a.set.Language(word)
	if lang == "" {
		return "", fault.Wrong("write one of "+strings.Join(a.set.Offered(), ", "), "there are no letters in %q", word)
	}
	return lang, nil
}

// checkName refuses a player's name with invisible characters, with those that reverse the direction
// of the text after them, or with letters of several alphabets in a word, and one that reads as the
// service or as everybody.
func (a admission) checkName(name string) error {
	if i := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(name[i:])
		return fault.Wrong("use only letters, digits, spaces and punctuation", "the name %+q contains the invisible character U+%04X", name, r)
	}
	switch {
	case names.Mixed(name):
		return fault.Wrong("write each word in one alphabet", "the name %s (%+q) mixes letters of several alphabets, which look alike", name, name)
	case names.Imitates(name, a.set.Words(), a.config.Identity.SiteName):
		return fault.Wrong("choose another name", "in letters %s would read as the service, an organiser or everyone", name)
	}
	return nil
}

// checkCalled refuses a player's name that no player can have, or that looks like another's.
func (a admission) checkCalled(t *table.Table, s int) error {
	name := t.Players[s].Name
	if err := a.checkName(name); err != nil {
		return err
	}
	for i, other := range t.Players {
		switch {
		case i == s || !names.Alike(other.Name, name):
		case engine.Fold(other.Name) == engine.Fold(name):
			return fault.Wrong("give each player a name of their own", "two players would both be called %s", name)
		default:
			return fault.Wrong("give each player a name of their own", "%s and %s look alike", other.Name, name)
		}
	}
	return nil
}

// checkPlayer refuses a newcomer who would be mistaken for another seat's player, or for the service.
func (a admission) checkPlayer(t *table.Table, s int, force bool) error {
	if err := a.checkCalled(t, s); err != nil {
		return err
	}
	return a.checkAddress(t, s, force)
}

// checkAddress refuses an address of a player that comes back to the service, or is another's.
func (a admission) checkAddress(t *table.Table, s int, force bool) error {
	p := t.Players[s]
	address := p.Address()
	if journal.IsOwn(a.config, address) {
		return fault.Wrong("write the address at which the player reads mail", "%s: mail to %s comes back to the service", p.Name, address)
	}
	for i, other := range t.Players {
		if i != s && !force && other.OnFile(address) {
			return fault.Wrong("add --force if one person plays both seats, or two people share a mailbox", "%s has the same address as %s, %s", p.Name, other.Name, address)
		}
	}
	return nil
}
