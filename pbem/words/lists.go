package words

import (
	"strings"

	"railpost/engine"
)

// The words of everyday language that tell orders from talk.

// Common are words of orders that begin sentences, too.
var Common = map[string]bool{"with": true, "over": true, "and": true, "the": true, "open": true, "all": true}

// foreign are Spanish and Catalan words for which the refusal
// names the English one; they are not read as orders.
var foreign = func() map[string]string {
	m := map[string]string{}
	for english, words := range map[string]string{
		"pass":    "paso pasa pasar passo passa passar",
		"accept":  "acepto acepta aceptar accepto accepta acceptar agree vale",
		"decline": "rechazo rechaza rechazar rebutjo rebutja rebutjar declino declina declinar reject refuse",
		"place":   "pon pongo poner poso posa posar coloca coloco colocar",
		"move":    "mueve muevo mover moc mou moure",
		"build":   "construye construyo construir construeix construeixo",
		"deliver": "entrega entrego entregar lliura lliuro lliurar",
		"bid":     "puja pujo pujar",
		"upgrade": "mejora mejoro mejorar millora milloro millorar",
		"buy":     "compra compro comprar",
		"sell":    "vende vendo vender venc vendre",
		"pay":     "paga pago pagar",
	} {
		for _, w := range strings.Fields(words) {
			m[engine.Fold(w)] = english
		}
	}
	return m
}()

// greetings of the languages our players write.
var greetings = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`hi hello hey dear hola bon bona bones buenos buenas buen estimado estimada benvolgut benvolguda
		querido querida saludos salutacions salut salutacio adeu adios gracias gracies merci thanks thank regards cheers best
		bye ciao hallo moin servus ahoj czesc un una el la los les us molt muchas moltes`) {
		m[engine.Fold(w)] = true
	}
	return m
}()

// articles stand before the words of an order without being any of them.
var articles = map[string]bool{"the": true, "a": true, "an": true, "and": true, "now": true, "first": true, "also": true, "just": true, "ok": true, "okay": true}

// Being are verbs of sentences that no order has.
var Being = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`is are was were be been has have had es son era eren eran fue esta estan ha han te tenen tiene tienen`) {
		m[w] = true
	}
	return m
}()

// Between are words that people put between those of an order when they speak of one.
var Between = map[string]bool{"on": true, "at": true, "in": true, "the": true, "a": true, "hex": true, "now": true, "then": true, "next": true}

// everyday are words of orders that stand in any sentence, too.
var everyday = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`with over the open all at up by of on in to for from via or more most last next best again out off own new name
		names place places town towns city cities side sides way ways west money thousand choice take give put use pick start home keep hold plus mine
		mines temps standing limit price question player seat land always never ask offer agree agreed accept refuse consent bonus local fee received
		first exchange replace repeat points ok vale val kk ate yes no si`) {
		m[w] = true
	}
	return m
}()
