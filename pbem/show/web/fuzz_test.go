package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"railpost/engine/enginetest/expect"
)

// FuzzForms: no request, with the link of a letter or any other, is the fault of the service.
func FuzzForms(f *testing.F) {
	for _, path := range []string{"/railpost/u/x", "/railpost/g/winter/x", "/railpost/g/winter/x/order?seat=0&order=pass", "/railpost/static/style.css", "/", "/railpost/../u"} {
		f.Add(true, path, form, "List-Unsubscribe=One-Click")
		f.Add(false, path, "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--\r\n")
	}
	f.Add(true, "LINK", "multipart/form-data; boundary=", "--")
	f.Add(true, "LINK", form, "List-Unsubscribe=One-Clic")
	f.Add(true, "LINK", "", "%zz&&==;")
	var once sync.Once
	var s *site
	var link string
	f.Fuzz(func(t *testing.T, post bool, path, kind, body string) {
		once.Do(func() {
			s = oneClick(t)
			link = s.link("Ana")
		})
		target, err := url.ParseRequestURI(strings.Replace(path, "LINK", link, 1))
		if err != nil {
			t.Skip("no program asks for that")
		}
		method := http.MethodGet
		if post {
			method = http.MethodPost
		}
		r := httptest.NewRequest(method, "/", strings.NewReader(body))
		r.URL = target
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		s.pages.ServeHTTP(w, r)
		expect.True(t, w.Code < 500, "%s %q: %d %s", method, path, w.Code, w.Body)
	})
}
