package admin

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

func TestOperations(t *testing.T) {
	methods, named := map[string]int{}, map[string]int{}
	for _, o := range operations {
		methods[o.method]++
		named[o.word]++
		expect.Same(t, o.method+" is done", o.do != nil, o.method != "")
		expect.Same(t, o.word+" is read", o.mail != nil, o.word != "")
		expect.Same(t, o.method+o.word+" stands once", methods[o.method] > 1 && o.method != "" || named[o.word] > 1 && o.word != "", false)
	}
	_, err := new(Desk).Handle(t.Context(), "", nil)
	expect.Same(t, "no method", err != nil, true)
	expect.Same(t, "no word", (&byMail{line: "!"}).run(t.Context()) != nil, true)
}
