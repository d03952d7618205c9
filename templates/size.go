package templates

import (
	"slices"
	"strings"

	"railpost/templates/key"
)

// Limits on the size of a letter, in bytes: mail programs truncate longer ones (Gmail HTML above 102 kB), and
// servers have a limit, too. A longer log is sent as a separate file.
const (
	textMost = 100_000
	htmlMost = 90_000
	fileMost = 250_000
)

func (r Rendered) fits() bool { return len(r.Text) <= textMost && len(r.HTML) <= htmlMost }

// Render lays a letter out and writes it as text and as HTML. Whatever makes it too large
// is left out, and the letter says so (but for links): a log becomes a file, older talk goes before older
// steps, and HTML before the end of the text. It returns an error if the kind is unknown.
func (s *Set) Render(l *Letter) (Rendered, error) {
	if err := valid(l); err != nil {
		return Rendered{}, err
	}
	in := *l
	file := ""
	r := s.renderWithin(&in, textMost)
	if len(r.HTML) > htmlMost && len(r.Text) <= textMost {
		in.Tap = "" // links are the HTML part's main addition to the text
		r = s.renderWithin(&in, textMost)
	}
	if !r.fits() && len(in.Log) > 0 {
		file = s.logFile(&in)
		r = s.renderWithin(&in, textMost)
	}
	for most := textMost / 2; !r.fits() && most > textMost/100 && tells(&in); most /= 2 {
		r = s.renderWithin(&in, most)
	}
	if len(r.HTML) > htmlMost {
		r.HTML, r.Page, r.Pictures = "", nil, nil
	}
	if len(r.Text) > textMost {
		cut := s.begin(&in).word(key.Cut)
		r.Text = r.Text[:strings.LastIndexByte(r.Text[:textMost-len(cut)-2], '\n')+1] + "\n" + cut + "\n"
	}
	r.Log = file
	return r, nil
}

// tells reports whether the letter lists events.
func tells(l *Letter) bool {
	return len(l.Happened) > 0 || slices.ContainsFunc(l.Parts, tells) || l.Enclosed != nil && len(l.Enclosed.Happened) > 0
}

// renderWithin writes the letter with lists of steps of at most this many bytes.
func (s *Set) renderWithin(l *Letter, most int) Rendered {
	l.Happened, l.Before = newest(l.Happened, l.Before, most)
	if l.Enclosed != nil {
		in := *l.Enclosed
		in.Happened, in.Before = newest(in.Happened, in.Before, most)
		l.Enclosed = &in
	}
	l.Parts = slices.Clone(l.Parts)
	for i, part := range l.Parts {
		in := *part
		in.Happened, in.Before = newest(in.Happened, in.Before, most/len(l.Parts))
		l.Parts[i] = &in
	}
	if list, _ := newest(l.Log, Left{}, most); len(list) < len(l.Log) {
		return Rendered{Text: strings.Repeat(" ", textMost+1)} // not worth the work: it goes into a file
	}
	return s.lay(l)
}

// logFile moves the log from a letter to a file and returns it.
func (s *Set) logFile(l *Letter) string {
	all := len(l.Log)
	for most := fileMost; ; most /= 2 {
		l.Log, _ = newest(l.Log, Left{}, most)
		l.LogFile = &LogFile{Steps: len(l.Log), Left: all - len(l.Log)}
		w := s.begin(l)
		story{w}.fileLeaves()
		story{w}.steps(l.Log, toldWithTime)
		if text := w.document.text(); len(text) <= fileMost {
			l.Log = nil
			return text
		}
	}
}

// newest returns the latest of a list of steps: as long as they exceed most bytes, first
// talk is left out, then steps.
func newest(list []Step, left Left, most int) ([]Step, Left) {
	talk := 0
	list = keepNewest(list, func(s Step) bool {
		if !s.isTalk() {
			return true
		}
		if talk += s.size(); talk > most/2 {
			left.Said++
			return false
		}
		return true
	})
	all := 0
	return keepNewest(list, func(s Step) bool {
		if all += s.size(); all <= most {
			return true
		}
		if s.isTalk() {
			left.Said++
		} else {
			left.Steps++
		}
		return false
	}), left
}

// keepNewest calls keep for each step, the newest first, and returns those to keep.
func keepNewest(list []Step, keep func(Step) bool) []Step {
	from := len(list)
	out := make([]Step, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		if keep(list[i]) {
			from--
			out[from] = list[i]
		}
	}
	return out[from:]
}
