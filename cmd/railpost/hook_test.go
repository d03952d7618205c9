package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"railpost/pbem/facts/hook"
)

// hears FILE [CODE...] starts a web server on $HEARS_PORT that appends postings to FILE, and answers with these
// codes in turn, then with 204. If $HOOK_SECRET is set, postings not signed with it get 401.
func hears(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: hears FILE [CODE...]")
	}
	file, codes := ts.MkAbs(args[0]), args[1:]
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		code := http.StatusNoContent
		if len(codes) > 0 {
			code, err = strconv.Atoi(codes[0])
			codes = codes[1:]
		}
		h := r.Header
		if shown, err := os.ReadFile(ts.MkAbs("secret")); err == nil {
			_, text, _ := strings.Cut(string(shown), "whsec_")
			secret, err := base64.StdEncoding.DecodeString(strings.Fields(text)[0])
			if err != nil || h.Get("Webhook-Signature") != "v1,"+hook.Sign(secret, h.Get("Webhook-Id"), h.Get("Webhook-Timestamp"), body) {
				code = http.StatusUnauthorized
			}
		}
		f, ferr := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if ferr == nil {
			fmt.Fprintf(f, "%d %s %s %s\n%s\n", code, r.Method, r.URL.Path, h.Get("Webhook-Id"), body)
			ferr = f.Close()
		}
		if err != nil || ferr != nil {
			code = http.StatusInternalServerError
		}
		w.WriteHeader(code)
	}))
	ts.Defer(s.Close)
	ts.Setenv("HEARS_PORT", s.URL[strings.LastIndexByte(s.URL, ':')+1:])
}

// fill FILE replaces $NAME by the value of the variable in a file.
func fill(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fill FILE")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(os.Expand(ts.ReadFile(args[0]), ts.Getenv)), 0o600))
}

// takes NAME FILE PATTERN sets a variable to the match of a pattern's group in a file.
func takes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: takes NAME FILE PATTERN")
	}
	pattern, err := regexp.Compile(args[2])
	ts.Check(err)
	m := pattern.FindStringSubmatch(ts.ReadFile(args[1]))
	if len(m) != 2 {
		ts.Fatalf("%s does not have %s, with one group", args[1], args[2])
	}
	ts.Setenv(args[0], m[1])
}

// shows PATTERN ARGUMENT... repeats railpost with these arguments until its output matches.
func shows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: shows PATTERN ARGUMENT...")
	}
	pattern, err := regexp.Compile(args[0])
	ts.Check(err)
	var out, errs bytes.Buffer
	for !pattern.Match(out.Bytes()) {
		out.Reset()
		if code := command(ts, args[1:], &out, &errs); code != 0 {
			ts.Fatalf("exit code %d\n%s", code, &errs)
		}
	}
}

// heard FILE TEXT waits until a file that hears writes has a text.
func heard(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: heard FILE TEXT")
	}
	for {
		b, err := os.ReadFile(ts.MkAbs(args[0]))
		if err == nil && strings.Contains(string(b), args[1]) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
