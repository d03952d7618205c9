package names_test

import (
	"strings"
	"testing"

	"railpost/engine/enginetest/expect"
	"railpost/pbem/facts/names"
	"railpost/templates"
)

func words(t *testing.T) *templates.Words {
	t.Helper()
	set := expect.Get(templates.New())(t)
	return set.Words()
}

// TestImitations: no name, with any capitals, accents, look-alikes and punctuation, imitates the words for the
// service, an organiser, everybody or an erased person, in any language.
func TestImitations(t *testing.T) {
	reserved := words(t)
	for _, name := range []string{"Railpost", "RAILPOST", "railpost", "Rai1post", "RaiIpost", "Railp0st", "Ráilpost", "Railpost.", "Rail-post", "Rail post", "Railpost Team", "Rаilpоst", "Ｒailpost",
		"the organiser", "Organiser", "ORGANISER", "Organizer", "El organizador", "la organizadora", "L'organitzador", "organitzadora", "Ana the organiser",
		"everyone", "Everybody", "Todos", "todo el mundo", "Tothom", "tots", "nobody", "Nadie", "Ningú", "You", "Tú",
		"Player 1", "player 12", "Player1", "PIayer 1", "Player", "Jugador 2", "Jugadora 3", "The table", "La mesa", "La taula", "Club de Trens"} {
		if !names.Imitates(name, reserved, "Club de Trens") || names.Valid(name, reserved, "Club de Trens") != "" {
			t.Errorf("%q can be a name", name)
		}
	}
	for _, name := range []string{"Ana", "Gary Player", "Todos Santos", "Tu Nguyen", "Allan", "Zoë Müller", "Sean O'Neil", "Jo Ann", "Núria Puig-Roca", "Иван Петров", "Ελένη", "山田 太郎", "まさこ山田", "José L.", "P1", "Ana II", "Rail", "Postel", "12 Monkeys"} {
		expect.Same(t, "cannot be a name", names.Valid(name, reserved, "Club de Trens"), name)
	}
}

// TestMixed: a word has the letters of one script.
func TestMixed(t *testing.T) {
	for name, want := range map[string]bool{"Аna": true, "Aаn": true, "Αna": true, "Ben Аna": true, "Ivan Иванов": false, "Иван": false, "Ana": false, "太郎カナ": false, "Anа": true, "한字": false, "Ana1": false, "Ań": false, "A-Б": true} {
		expect.Same(t, []any{name, !want}, names.Mixed(name), want)
	}
}

// TestAlike: every letter of the table looks like its Latin one, both ways, and names of other letters do not.
func TestAlike(t *testing.T) {
	for _, pair := range [][2]string{{"Ana", "Аna"}, {"Ana", "ANA"}, {"Ana", "Aná"}, {"Ana", "Ａｎａ"}, {"Bill", "BiIl"}, {"Bill", "Bi11"}, {"сор", "cop"}, {"АНА", "AHA"}, {"ΝΙΚΟ", "NIKO"}, {"Carmen", "Carrnen"}, {"Ana", "A.n.a."}, {"Jo Ann", "JoAnn"}, {"Оle", "0le"}, {"𝐀𝐧𝐚", "Ana"}} {
		if !names.Alike(pair[0], pair[1]) || !names.Alike(pair[1], pair[0]) {
			t.Errorf("%q and %q look different", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"Ana", "Anna"}, {"Ian", "Lan"}, {"Ana II", "Ana III"}, {"Ana", "Ben"}, {"Иван", "Ivan"}, {"Ana", "Ana II"}} {
		if names.Alike(pair[0], pair[1]) {
			t.Errorf("%q and %q look alike", pair[0], pair[1])
		}
	}
	expect.True(t, !names.Alike("Иван", strings.Repeat("Иван", 2)), "a name looks like twice itself")
}
