package templates

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"railpost/engine"
	"railpost/engine/advise"
	"railpost/engine/enginetest/expect"
	"railpost/engine/titles"
	"railpost/templates/parlance"
)

// aloneToo are orders that share spellings with another: alone on the line the first is meant. 18CZ also reads
// "station" for "token".
var aloneToo = []string{"agree accept", "station token"}

// TestOneSpellingOneOrder: no spelling begins two orders of a title, over all languages.
func TestOneSpellingOneOrder(t *testing.T) {
	s := expect.Get(New())(t)
	for _, title := range titles.All() {
		for _, of := range []string{"orders", "inside"} {
			means := map[string]string{}
			for _, lang := range slices.Sorted(maps.Keys(s.tables)) {
				table := s.tables[lang].Orders
				if of == "inside" {
					table = s.tables[lang].Inside
				}
				for _, scope := range []string{title.Name(), "18xx"} {
					if scope == "18xx" && !strings.HasPrefix(title.Name(), "18") {
						continue
					}
					for english, spellings := range table[scope] {
						for _, spelling := range append(spellings, english) {
							fold := engine.Squeeze(spelling)
							other := means[fold]
							if other != "" && other != english && !sameThing(other, english) && spelling != english {
								t.Errorf("%s, %s of %s: %q means %q and %q", lang, of, title.Name(), spelling, english, other)
							}
							if other == "" {
								means[fold] = english
							}
						}
					}
				}
			}
		}
	}
}

func sameThing(a, b string) bool {
	return slices.Contains(aloneToo, a+" "+b) || slices.Contains(aloneToo, b+" "+a)
}

// TestPrintedOrdersRead: printed order lines read back, in every language, through whole games of every title;
// so do the glossary's forms, examples and order words.
func TestPrintedOrdersRead(t *testing.T) {
	s := expect.Get(New())(t)
	for _, title := range titles.All() {
		books := engine.Each([]string{"es", "ca"}, func(lang string) *parlance.Book {
			return s.Book(lang, title.Name())
		})
		read := map[string]bool{}
		back := func(line string) {
			if read[line] {
				return
			}
			read[line] = true
			for _, b := range books {
				printed := b.Print(line)
				if got := b.Read(printed); got.English != line || got.Doubts != nil {
					t.Errorf("%s, %s: %q is printed %q, which reads %q %v", title.Name(), b.Lang(), line, printed, got.English, got.Doubts)
				}
				expect.Same(t, []any{title.Name(), printed, b.Lang()}, s.Book(English, title.Name()).Read(printed).English, line)
				if got := b.Read(line); got.English != line || got.Doubts != nil {
					t.Errorf("%s, %s: the English %q reads %q", title.Name(), b.Lang(), line, got.English)
				}
			}
		}
		randomLines(t, title, back)
		expect.True(t, len(read) >= 20, "%s: %d lines were read", title.Name(), len(read))
		t.Logf("%s: %d lines", title.Name(), len(read))
	}
}

// randomLines visits the lines of random games, and those that the glossary shows.
func randomLines(t *testing.T, title engine.Title, visit func(line string)) {
	t.Helper()
	names := []string{"Ana", "Ben", "Carla", "Dan", "Eva", "Fay", "Gil", "Hue"}
	least, most := title.Seats()
	for seats := least; seats <= most; seats++ {
		g, _ := expect.Get2(engine.Begin("x", title, engine.Setup{Seats: seats}, names[:seats], engine.Seed("words")))(t)
		rng := rand.New(rand.NewPCG(7, uint64(seats)))
		for step := range 250 {
			waiting := g.Waiting()
			if len(waiting) == 0 {
				break
			}
			if step%40 == 0 {
				for _, u := range title.Glossary(g.Pos) {
					if u.Verb != "" {
						visit(u.Example)
					}
				}
			}
			line := advise.RandomLine(rng, title, g.Pos, waiting[0])
			visit(line)
			out := expect.Get(g.Play(waiting[0], []string{line}, engine.Mode{}))(t)
			g = out.Game
		}
	}
}

// TestServiceWordsRead: the words of the service read back, and so do their other spellings.
func TestServiceWordsRead(t *testing.T) {
	s := expect.Get(New())(t)
	n := 0
	for _, lang := range []string{"es", "ca"} {
		b := s.Book(lang, "")
		for english, spellings := range s.tables[lang].Orders[parlance.Service] {
			for _, spelling := range append(spellings, b.Print(english)) {
				n++
				rest := ""
				if english == "if" { // alone it is yes
					rest = " SIK < 80"
				}
				expect.Same(t, []any{lang, spelling, english}, b.ReadService(spelling+rest).English, english+rest)
			}
		}
		for command, words := range s.tables[lang].Inside {
			if s.tables[lang].Orders[parlance.Service][command] == nil {
				continue
			}
			for english := range words {
				n++
				line := command + " " + english
				expect.Same(t, []any{lang, b.Print(line)}, b.Read(b.Print(line)).English, line)
			}
		}
	}
	expect.True(t, n >= 200, "%d words", n)
}

// TestPrintedDatesAndConditions: "until" precedes a day, or a condition.
func TestPrintedDatesAndConditions(t *testing.T) {
	s := expect.Get(New())(t)
	for _, c := range []struct{ lang, english, printed string }{
		{"es", "away until 5 jan", "ausencia hasta el 5 ene"},
		{"ca", "away until 5 jan", "absència fins al 5 gen"},
		{"es", "sitter ben@example.org until 5 jan", "suplente ben@example.org hasta el 5 ene"},
		{"ca", "away 24 dec - 2 jan", "absència 24 des - 2 gen"},
		{"es", "pass until the phase changes", "pasa hasta que cambie la fase"},
		{"es", "always: pass if Ana buys SIK", "siempre: pasa si Ana compra SIK"},
		{"ca", "always: pass unless Ana sells SIK", "sempre: passa excepte si Ana ven SIK"},
		{"es", "lay 6 H5 H3-G6, else lay 6 H5 H3-G4", "coloca 6 H5 H3-G6, si no coloca 6 H5 H3-G4"},
		{"ca", "else buy 2", "si no compra 2"},
		{"es", "pass until Ana buys SIK", "pasa hasta que Ana compre SIK"},
		{"ca", "pass until Ana buys SIK", "passa fins que Ana compri SIK"},
	} {
		b := s.Book(c.lang, "18mag")
		expect.Same(t, fmt.Sprintf("%s: %q is printed", c.lang, c.english), b.Print(c.english), c.printed)
		expect.Same(t, fmt.Sprintf("%s: %q reads", c.lang, c.printed), b.Read(c.printed).English, c.english)
	}
}

// TestReadAsTyped: lines as players type them, in any form that glossary and habit allow, and talk.
func TestReadAsTyped(t *testing.T) {
	s := expect.Get(New())(t)
	for _, c := range []struct{ lang, title, typed, english string }{
		{"es", "russian", "Coloca negra-1 con o: negra t 2", "place black-1 with o: black t 2"},
		{"es", "russian", "propón plazo de gracia=2d", "propose grace=2d"},
		{"es", "18mag", "propón vencimiento=por defecto", "propose time-out=default"},
		{"es", "18mag", "propón sustituye Gracia", "propose replace Gracia"},
		{"es", "18mag", "propón plazo de las ofertas=1d", "propose step.offer=1d"},
		{"es", "18mag", "propón rule grace=2d", "propose rule grace=2d"},
		{"es", "18mag", "nueva 18mag 3 espera regla plazo de gracia=2d regla votos=todos menos uno", "new 18mag 3 espera rule grace=2d rule votes=all-but-one"},
		{"es", "18mag", "nueva 18mag 1 silencio opción dificultad en solitario=media ritmo 2d", "new 18mag 1 silencio option solo_level=medium pace 2d"},
		{"ca", "18mag", "nova 18mag 3 pausa opció consentiment de venda=no demanat", "new 18mag 3 pausa option seller_consent=not_asked"},
		{"ca", "18mag", "suplent de la taula=sí", "propose sitter-at-table=yes"},
		{"ca", "18mag", "suplent Eva fins al 5 gen", "sitter Eva until 5 jan"},
		{"ca", "18mag", "historial d'Abril", "history Abril"},
		{"es", "18mag", "mapa Abril", "map Abril"},
		{"es", "18mag", "situación 5 mapa Abril", "position 5 map Abril"},
		{"es", "18mag", "ausencia 3 abril - 5 abril", "away 3 apr - 5 apr"},
		{"es", "18mag", "simula", "preview"},
		{"ca", "18mag", "proposa consentiment de venda=no demanat", "propose seller_consent=not_asked"},
		{"ca", "russian", "proposa vots=tots menys un", "propose votes=all-but-one"},
		{"ca", "russian", "prèvia", "preview"},
		{"es", "russian", "PONGO NEGRA-1: NEGRA T 2", "place black-1: black T 2"},
		{"ca", "russian", "col·loca loco-1: loco t sobre 1 > k", "place loco-1: loco t over 1 > k"},
		{"ca", "russian", "colloca loco-1: loco t", "place loco-1: loco t"},
		{"ca", "russian", "col.loca loco-1: fàbrica", "place loco-1: fac"},
		{"ca", "russian", "col-loco loco-1: fabrica", "place loco-1: fac"},
		{"es", "18cz", "¡Paso!", "pass"},
		{"es", "18cz", "¡Elijo S1!", "take S1"},
		{"es", "18cz", "inaugura BCB a 70 K", "start BCB 70"},
		{"es", "18cz", "inauguro BCB con precio inicial 70", "start BCB 70"},
		{"es", "18cz", "vendo una acción de MW", "sell 1 MW"},
		{"es", "18cz", "vendo 2 de EKJ", "sell 2 EKJ"},
		{"es", "18cz", "compro una acción a BCB", "buy BCB"},
		{"es", "18cz", "compro un tren 2b a EKJ por 80", "buy 2b from EKJ for 80"},
		{"es", "18cz", "coloco la 2 en E14, salidas E12-D13", "lay 2 E14 E12-D13"},
		{"es", "18cz", "adquiero EKJ a 75 por acción", "acquire EKJ for 75"},
		{"es", "18cz", "coloca 9 C5, si no coloca 8 C5", "lay 9 C5, else lay 8 C5"},
		{"es", "18mag", "compro un 2 a SIK por 100", "buy 2 from SIK for 100"},
		{"ca", "18cz", "venc una d’EKJ", "sell 1 EKJ"},
		{"ca", "18cz", "compro una acció d'OFE", "buy OFE"},
		{"ca", "18cz", "compro la M1 a l'Anna per 45", "buy M1 from Anna for 45"},
		{"ca", "18cz", "poso la 6 a E16, cap a E14-D17", "lay 6 E16 E14-D17"},
		{"ca", "18cz", "poso una estació a D17", "station D17"},
		{"ca", "18cz", "compra 2b a EKJ per 80", "buy 2b from EKJ for 80"},
		{"en", "russian", "posa negra-1: negra t 2", "place black-1: black t 2"},
		{"es", "russian", "mueve orden-1 a ing-14: gris t", "move turn-1 to eng-14: grey t"},
		{"es", "russian", "coloca ind-1: industria a 2", "place ind-1: ind a 2"},
		{"es", "russian", "coloca ind-1: ind a", "place ind-1: ind a"},
		{"es", "russian", "coloca neg-1: loco t", "place neg-1: loco t"},
		{"es", "18cz", "adquiere EKJ por 87", "acquire EKJ for 87"},
		{"es", "18cz", "adquiero EKJ x 1.087", "acquire EKJ for 1087"},
		{"es", "18cz", "acepta 80 o más por MW", "accept 80 or more for MW"},
		{"es", "18cz", "acepta", "agree"},
		{"ca", "18cz", "D’acord", "agree"},
		{"es", "18cz", "no coloco", "no lay"},
		{"es", "18cz", "coloca 8 F17 E16-G16 con S1", "lay 8 F17 E16-G16 with S1"},
		{"es", "18cz", "coloca estación B9.2", "station B9.2"},
		{"es", "18mag", "coloca estación G14.2", "token G14.2"},
		{"es", "18mag", "fin", "done"},
		{"es", "18mag", "elijo la 8", "take 8"},
		{"es", "18mag", "coloco la 9 en B17 A16-C16", "lay 9 B17 A16-C16"},
		{"es", "18mag", "vendo 2 acciones de SIK", "sell 2 SIK"},
		{"es", "18mag", "compra un tren 2 a la pequeña 4 por 1", "buy 2 from minor 4 for 1"},
		{"es", "18mag", "haz la mejor ruta", "run best"},
		{"es", "18mag", "siempre toma el turno habitual", "always take the usual turn"},
		{"es", "18mag", "ausencia del 5 al 8 de marzo", "away from 5 to 8 mar"},
		{"ca", "18mag", "compro una acció de SIK", "buy SIK"},
		{"ca", "18mag", "absència fins al 8 d'abril", "away until 8 apr"},
		{"es", "18mag", "fin de la partida", "end game"},
		{"ca", "18mag", "fins aviat", "fins aviat"},
		{"ca", "tycoon", "puja fins a 5", "bid up to 5"},
		{"es", "tycoon", "entrega rojo Toledo > Detroit > Chicago", "deliver red Toledo > Detroit > Chicago"},
		{"ca", "tycoon", "entrega bla Toledo > Detroit", "deliver bla Toledo > Detroit"},
		{"es", "tycoon", "construye Chicago: N18 M19 > Toledo con concesión", "build Chicago: N18 M19 > Toledo with grant"},
		{"es", "tycoon", "digo que no", "digo que no"},
		{"es", "tycoon", "di coloca con negro", "say coloca con negro"},
		{"es", "tycoon", "privado Ana: pasa hasta 5", "tell Ana: pasa hasta 5"},
		{"es", "tycoon", "ignora Abril no", "ignore Abril off"},
		{"es", "tycoon", "previa puja 3", "preview bid 3"},
		{"ca", "tycoon", "ajuda construeix", "help build"},
		{"es", "tycoon", "opción 3", "#3"},
		{"es", "tycoon", "la 3", "#3"},
		{"es", "tycoon", "n.º 3", "#3"},
		{"ca", "tycoon", "núm. 12", "#12"},
		{"es", "tycoon", "no 3", "no 3"},
		{"ca", "tycoon", "absència del 24 des. al 2 gen.", "away from 24 dec. to 2 jan."},
		{"es", "18cz", "ausencia hasta el jue 24 de diciembre", "away until thu 24 dec"},
		{"es", "18cz", "ausencia del jue 24 dic al mar 5 de enero de 2027", "away from thu 24 dec to mar 5 jan 2027"},
		{"es", "18cz", "ausente entre el 24 y el 28 de diciembre, ambos incluidos", "away between 24 and 28 dec, inclusive"},
		{"es", "18cz", "suplente x@example.org hasta el jue 5 de enero", "sitter x@example.org until thu 5 jan"},
		{"es", "18cz", "ausencia desde el 24/12 hasta el 2/1", "away from 24/12 until 2/1"},
		{"es", "18cz", "necesito 2 días más", "need 2 days more"},
		{"ca", "18cz", "absència fins al dj. 5 de març inclòs", "away until thu. 5 mar inclusive"},
		{"ca", "18cz", "absència de l'1 d'abril a l’11 de maig", "away 1 apr to 11 may"},
		{"ca", "18cz", "suplent x@example.org fins a l'11 d'agost", "sitter x@example.org until 11 aug"},
		{"es", "18mag", "compra un tren 2 a la pequeña 4 por 80ft", "buy 2 from minor 4 for 80"},
		{"es", "18mag", "si SIK < 80 Ft", "if SIK < 80"},
		{"es", "18cz", "adquiere EKJ por 1.087 coronas", "acquire EKJ for 1087"},
		{"ca", "18cz", "adquireix EKJ per K 40", "acquire EKJ for 40"},
		{"ca", "18cz", "accepta 80K o més per MW", "accept 80 or more for MW"},
		{"es", "18cz", "coloca 57 K 12", "lay 57 K 12"},
		{"es", "tycoon", "puja $4", "bid 4"},
		{"es", "tycoon", "puja 4 $.", "bid 4."},
		{"es", "tycoon", "pujo 4 mil dólares", "bid 4"},
		{"es", "tycoon", "puja 4.000 $", "bid 4000"},
		{"es", "tycoon", "puja 4 €", "bid 4 €"},
		{"es", "18cz", "compra S2 por 40; si no, compra 2b", "buy S2 for 40, else buy 2b"},
		{"es", "18cz", "compra 2b a OFE por 100, si no compra 2+2b", "buy 2b from OFE for 100, else buy 2+2b"},
		{"ca", "18mag", "posa 6 H5 H3-G6, sinó passa", "lay 6 H5 H3-G6, else pass"},
		{"es", "18mag", "compro 2 a SIK por 100", "buy 2 from SIK for 100"},
		{"es", "russian", "cojo industria", "start industry"},
		{"ca", "russian", "agafo la indústria", "start industry"},
		{"es", "18mag", "juega siempre el turno habitual hasta que Ana compre SIK", "always take the usual turn until Ana buys SIK"},
		{"es", "tycoon", "hasta el turno 3", "until turn 3"},
		{"es", "18cz", "desecha el plan 2", "drop plan 2"},
		{"es", "18cz", "desecha 2b", "drop 2b"},
		{"es", "18mag", "Decir a todos: buenas", "say buenas"},
		{"ca", "18mag", "a tothom: bona tarda", "say bona tarda"},
		{"es", "18cz", "regla dos jugadores", "rule Two players"},
		{"ca", "tycoon", "construeix Chicago: N18 amb concessió de terres", "build Chicago: N18 with grant"},
		{"es", "18cz", "inaugura BCB a 70", "start BCB 70"},
		{"es", "tycoon", "ajusta idioma castellano", "set language es"},
		{"ca", "tycoon", "anul·la", "anul·la"},
		{"ca", "tycoon", "proposa anul.la", "propose call off"},
		{"es", "tycoon", "borra plan 2", "drop plan 2"},
		{"es", "tycoon", "siempre: pasa", "always: pass"},
	} {
		got := s.Book(c.lang, c.title).Read(c.typed)
		expect.Same(t, fmt.Sprintf("%s, %s: %q reads", c.lang, c.title, c.typed), got.English, c.english)
	}
	typed := "entrega bla Toledo > Detroit"
	if d := s.Book("ca", "tycoon").Read(typed).Doubts; len(d) != 1 || !slices.Equal(d[0].Words, []string{"black", "blue"}) || d[0].As(typed, "blue") != "entrega blue Toledo > Detroit" {
		t.Errorf("bla: %v", d)
	}
	expect.Same(t, "bla in English", s.Book("en", "tycoon").Read("deliver bla Toledo > Detroit").Doubts, nil)
	l := s.Book("es", "russian").Read("coloca negra-1: nagra t 2") // place black-1: nagra t 2
	if at := strings.Index(l.English, "nagra") + 1; l.Column(at) != 17 {
		t.Errorf("column %d of %q is %d", at, l.English, l.Column(at))
	}
}
