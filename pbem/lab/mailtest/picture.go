package mailtest

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/emersion/go-message"

	"railpost/pbem/mail/reader"
)

// Picture is one that the HTML part of a letter shows.
type Picture struct {
	ID    string // its Content-ID
	Name  string // of the file
	Alt   string
	Width int // requested by the letter
	PNG   []byte
}

var imgTag = regexp.MustCompile(`<img src="([^"]*)" alt="([^"]*)" width="(\d+)" class="dim" style="[^"]*max-width:100%[^"]*">`)

// loading counts parts that make a page load something. Every answer of a test calls it: a regular expression
// takes longer than the rest of the answer.
func loading(page string) (n int) {
	page = strings.ToLower(page)
	for _, sign := range []string{"<img", "background=", "url(", "src="} {
		n += strings.Count(page, sign)
	}
	return n
}

// Pictures returns the pictures of a letter, in the order in which its HTML part first shows them. It
// fails for one that is not in the letter, is not shown, is not a PNG with a palette, or is
// where mail programs do not look for it.
func Pictures(l reader.Letter) (list []Picture, err error) {
	files, err := related(l)
	if err != nil {
		return nil, fmt.Errorf("letter %s: %w", l.ID, err)
	}
	seen := map[string]bool{} // equal tiles are one picture
	tags := slices.DeleteFunc(imgTag.FindAllStringSubmatch(l.HTML, -1), func(m []string) bool {
		again := seen[m[1]]
		seen[m[1]] = true
		return again
	})
	if n := loading(imgTag.ReplaceAllString(l.HTML, "")); n > 0 || len(tags) != len(files) {
		return nil, fmt.Errorf("letter %s: %d pictures are shown, %d are in it, and %d other tags load something", l.ID, len(tags), len(files), n)
	}
	for _, m := range tags {
		id, ok := strings.CutPrefix(html.UnescapeString(m[1]), "cid:")
		p, is := files[id]
		if !ok || !is {
			return nil, fmt.Errorf("letter %s: the picture %q is not in it", l.ID, m[1])
		}
		p.Alt = html.UnescapeString(m[2])
		if p.Width, err = strconv.Atoi(m[3]); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// related reads the part of the letter that HTML and pictures share (RFC 2387).
func related(l reader.Letter) (map[string]Picture, error) {
	m, err := message.Read(bytes.NewReader(l.Raw))
	if err != nil {
		return nil, err
	}
	files, under := map[string]Picture{}, []string{}
	err = m.Walk(func(path []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, params, err := part.Header.ContentType()
		if err != nil {
			return err
		}
		under = append(under[:len(path)], kind)
		if kind == "multipart/related" && (params["type"] != "text/html" || len(path) == 0 || under[len(path)-1] != "multipart/alternative") {
			return fmt.Errorf("multipart/related of type %q in %s", params["type"], under)
		}
		how, _, _ := part.Header.ContentDisposition()
		if !strings.HasPrefix(kind, "image/") || how == "attachment" { // to be kept, not shown
			return nil
		}
		p, err := readPicture(part)
		if err == nil && under[len(path)-1] != "multipart/related" {
			err = fmt.Errorf("a picture in %s", under)
		}
		files[p.ID] = p
		return err
	})
	return files, err
}

func readPicture(part *message.Entity) (Picture, error) {
	how, params, err := part.Header.ContentDisposition()
	if err != nil {
		return Picture{}, err
	}
	id := part.Header.Get("Content-Id")
	p := Picture{ID: strings.Trim(id, "<>"), Name: params["filename"]}
	if how != "inline" || p.Name == "" || id != "<"+p.ID+">" || strings.ContainsAny(p.ID, " \t") {
		return p, fmt.Errorf("a picture is %s, called %q, with the Content-ID %q", how, p.Name, id)
	}
	if p.PNG, err = io.ReadAll(part.Body); err != nil {
		return p, err
	}
	c, err := png.DecodeConfig(bytes.NewReader(p.PNG))
	if err == nil && c.ColorModel == nil || len(p.PNG) > 60_000 {
		err = errors.New("a picture of more than 60 KB")
	}
	return p, err
}
