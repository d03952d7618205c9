package post

import (
	"testing"

	"railpost/engine/enginetest/expect"
)

// TestLoginWithPlus: an account can have a + in its address; an alias of another is no login.
func TestLoginWithPlus(t *testing.T) {
	p := expect.Get(Start(Options{Users: map[string]string{"ana": "secret", "vera+trains@post.example": "secret"}}))(t)
	defer p.Close()
	for name, want := range map[string]bool{"ana": true, "vera+trains@post.example": true, "Vera+Trains@post.example": true, "ana+winter": false, "ana+winter@" + p.opts.Domain: false} {
		expect.Same(t, name, p.login(name, "secret") != nil, want)
	}
}
