package main

import (
	"strings"

	"railpost/pbem/desk/admin"
)

type announceCommand = request[admin.Announce, announced]

type announced admin.Announced

func (t announced) print(a *app) {
	a.printf("%s: %s\n", a.would("written to"), strings.Join(t.To, ", "))
}
