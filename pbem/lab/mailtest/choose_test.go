package mailtest

import (
	"testing"

	"railpost/pbem/mail/reader"
)

func TestWhatARobotLikes(t *testing.T) {
	pass := reader.Choice{Lines: []string{"Pass"}}
	plain := reader.Choice{Lines: []string{"lay a"}, Remark: "free"}
	rich := reader.Choice{Lines: []string{"lay b"}, Remark: "+12 points"}
	huge := reader.Choice{Lines: []string{"lay c"}, Remark: "99999999999999999999 points, 4000 rubles"}
	if !(weight(pass) < weight(plain) && weight(plain) < weight(rich) && weight(huge) <= busy+gain*gains) {
		t.Error(weight(pass), weight(plain), weight(rich), weight(huge))
	}
}
