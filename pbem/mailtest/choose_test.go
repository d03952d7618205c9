package mailtest

import "testing"

func TestWhatARobotLikes(t *testing.T) {
	pass := Choice{Lines: []string{"Pass"}}
	plain := Choice{Lines: []string{"lay a"}, Remark: "free"}
	rich := Choice{Lines: []string{"lay b"}, Remark: "+12 points"}
	huge := Choice{Lines: []string{"lay c"}, Remark: "99999999999999999999 points, 4000 rubles"}
	if !(weight(pass) < weight(plain) && weight(plain) < weight(rich) && weight(huge) <= busy+gain*gains) {
		t.Error(weight(pass), weight(plain), weight(rich), weight(huge))
	}
}
