package extract

import (
	"bytes"
	_ "embed"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

//go:embed languages.toml
var languagesFile []byte

// language is the words that mail programs write in one language around a quotation and below a mail;
// languages.toml explains the fields.
type language struct {
	Tag                         string
	Wrote, Opens                []string
	From, Sent, To, CC, Subject []string
	Original, Mobile, Legal     []string
}

// languages and the lists after it are the content of languages.toml; words for subjects are in the form that
// withoutAccents returns. The file is part of the program, so an error in it panics.
var languages, noticeSubjects, awayPhrases, reactions, banners = func() (l []language, notices, away, reacted, banner []string) {
	var file struct {
		Away     []string
		IsAway   []string `toml:"is_away"`
		Reacted  []string
		Banner   []string
		Language []language
	}
	if err := toml.NewDecoder(bytes.NewReader(languagesFile)).DisallowUnknownFields().Decode(&file); err != nil {
		panic("pbem/mail/extract/languages.toml: " + err.Error())
	}
	plain := func(list []string) []string { return strings.Split(withoutAccents(strings.Join(list, "\n")), "\n") }
	return file.Language, plain(file.Away), plain(file.IsAway), file.Reacted, file.Banner
}()
