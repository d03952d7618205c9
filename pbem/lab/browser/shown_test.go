package browser

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"railpost/engine/enginetest/golden"
	"railpost/engine/titles"
	"railpost/pbem/config"
	"railpost/pbem/desk/admin"
	"railpost/pbem/lab/mailtest"
	"railpost/pbem/lab/pbemtest"
	"railpost/pbem/mail/reader"
)

// pictures is where the documentation has its screenshots.
const pictures = "../../../docs/pictures"

// highest is how much of a page a screenshot shows, by its width.
var highest = map[int64]int64{360: 1100, 900: 760}

// TestShown checks that the documentation has a screenshot of each kind of letter and of a page, on a phone and a
// desktop, in light and dark, together small; -update takes them.
func TestShown(t *testing.T) {
	if !golden.Update() {
		sum := int64(0)
		files, err := filepath.Glob(filepath.Join(pictures, "letter-*.png"))
		must(t, err)
		for _, f := range files {
			info, err := os.Stat(f)
			must(t, err)
			sum += info.Size()
		}
		if len(files) != len(screens)*(len(titles.All())+4) || sum > 1_400_000 {
			t.Errorf("%d screenshots of letters, %d bytes", len(files), sum)
		}
		return
	}
	run := chromium(t)
	files := map[string][]byte{}
	shown := kinds(t, files)
	for _, title := range titles.All() {
		shown["letter-"+title.Name()] = partly(t, title.Name(), files)
	}
	h, own := late(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if picture, is := files[strings.TrimPrefix(name, "cid/")]; is {
			_, _ = w.Write(picture)
		} else if page, is := shown[name]; is {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			fmt.Fprint(w, strings.ReplaceAll(page, `src="cid:`, `src="/cid/`))
		} else {
			h.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	ctx, end := chromedp.NewContext(run)
	defer end()
	for _, as := range screens {
		for name := range shown {
			show(t, ctx, name, server.URL+"/"+name, as.width, as.scheme)
		}
		show(t, ctx, "page", server.URL+own, as.width, as.scheme)
	}
}

// show writes a screenshot of the top of a page.
func show(t *testing.T, ctx context.Context, name, address string, width int64, scheme string) {
	t.Helper()
	look(t, ctx, address, width, scheme)
	high, err := chromedp.Run(ctx, chromedp.Evaluate[int64](`Math.ceil(document.body.getBoundingClientRect().height)`))
	must(t, err)
	must(t, chromedp.Do(ctx, chromedp.EmulateViewport(width, min(high, highest[width]))))
	picture, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	must(t, err)
	must(t, os.WriteFile(filepath.Join(pictures, fmt.Sprintf("%s-%d-%s.png", name, width, scheme)), small(t, picture), 0o644))
}

// small returns a picture with its most frequent colours.
func small(t *testing.T, picture []byte) []byte {
	t.Helper()
	in, err := png.Decode(bytes.NewReader(picture))
	must(t, err)
	count, all := map[color.RGBA]int{}, []color.RGBA{}
	each := func(do func(x, y int, c color.RGBA)) {
		for y := range in.Bounds().Dy() {
			for x := range in.Bounds().Dx() {
				do(x, y, color.RGBAModel.Convert(in.At(x, y)).(color.RGBA))
			}
		}
	}
	each(func(_, _ int, c color.RGBA) {
		if count[c] == 0 {
			all = append(all, c)
		}
		count[c]++
	})
	slices.SortStableFunc(all, func(a, b color.RGBA) int { return cmp.Compare(count[b], count[a]) })
	var palette color.Palette
	for _, c := range all {
		if len(palette) == 64 {
			break
		}
		if i := palette.Index(c); len(palette) == 0 || far(palette[i].(color.RGBA), c) {
			palette = append(palette, c)
		}
	}
	out, at := image.NewPaletted(in.Bounds(), palette), map[color.RGBA]uint8{}
	for _, c := range all {
		at[c] = uint8(palette.Index(c))
	}
	each(func(x, y int, c color.RGBA) { out.SetColorIndex(x, y, at[c]) })
	var b bytes.Buffer
	must(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out))
	return b.Bytes()
}

// far reports whether two colours differ visibly.
func far(a, b color.RGBA) bool {
	d := func(x, y uint8) int { return max(int(x), int(y)) - min(int(x), int(y)) }
	return d(a.R, b.R)+d(a.G, b.G)+d(a.B, b.B) > 24
}

// kinds plays a game to its end, and returns the HTML parts of letters of each kind.
func kinds(t *testing.T, files map[string][]byte) map[string]string {
	t.Helper()
	shown := map[string]string{}
	b, names := begun(t, "russian")
	note := func(name string, l reader.Letter) {
		if shown[name] == "" {
			keepPictures(t, files, l)
			shown[name] = l.HTML
		}
	}
	for moves := 0; ; moves++ {
		var g admin.Shown
		must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		if len(g.Waiting) == 0 {
			break
		}
		name := names[g.Waiting[0].Seat]
		l, _ := b.Latest(name)
		answer := l.Usual
		if len(answer) == 0 && len(l.Choices) == 0 {
			note("letter-planned", l)
			must(t, b.Pass(12*time.Hour)) // the plan is played
			continue
		}
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		if moves == 20 {
			must(t, b.AnswerLetter(name, l, mailtest.Bare, "place loko-1", "pass"))
			note("letter-refusal", b.Newest(name))
			next := names[(g.Waiting[0].Seat+1)%len(names)]
			must(t, b.Answer(next, mailtest.Bare, append([]string{"plan"}, l.Choices[len(l.Choices)-2].Lines...)...))
		}
		must(t, b.AnswerLetter(name, l, mailtest.Bare, answer...))
		for _, name := range names {
			switch l := b.Newest(name); {
			case l.Kind == "receipt" && moves > 10:
				note("letter-receipt", l)
			case l.Kind == "end":
				note("letter-end", l)
			}
		}
	}
	return shown
}

// begun is a service with a game of a title.
func begun(t *testing.T, title string) (*pbemtest.Service, []string) {
	t.Helper()
	b, err := pbemtest.New(titles.Find, func(c *config.Config) {
		c.Mail.Out.Pictures = true
		c.Web.Listen, c.Web.BaseURL = "127.0.0.1:9181", "https://games.example.org/page"
	})
	must(t, err)
	names := []string{"Ana", "Ben", "Cleo"}
	p := admin.CreateGame{Title: title, Game: "winter", Seed: []byte("browser"), StartNow: true, Players: pbemtest.FromAll(names...)}
	must(t, b.Handle("game.create", p, nil))
	must(t, b.Post())
	return b, names
}

// late is the pages of a game that goes on for a while, and the path of the page of who is asked.
func late(t *testing.T) (http.Handler, string) {
	t.Helper()
	b, names := begun(t, "18mag")
	for range partMoves {
		var g admin.Shown
		must(t, b.Handle("game.show", admin.LookAt{Game: "winter"}, &g))
		l, _ := b.Latest(names[g.Waiting[0].Seat])
		answer := l.Usual
		if len(answer) == 0 {
			answer = l.Choices[0].Lines
		}
		must(t, b.AnswerLetter(names[g.Waiting[0].Seat], l, mailtest.Bare, answer...))
	}
	doc := b.Table(t, "winter")
	return pagesHandler(b), "/page/s/winter/" + doc.Tokens().Link(doc.Waiting[0].Seat) + "/"
}
