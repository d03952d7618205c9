package smtpout

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"railpost/pbem/mail/dial"
	"railpost/pbem/mail/oauth"
)

// open greets the server, secures the connection and logs in. Each step has its own time, since some servers make
// unknown clients wait for each (RFC 5321 4.5.3.2).
func (l *link) open(ctx context.Context) error {
	conf, err := dial.TLS(l.c.TLSConfig, l.c.TLSCA, l.c.Addr)
	if err != nil {
		return &stopError{Err: err}
	}
	l.text = textproto.NewConn(&capped{l.raw, &l.left})
	switch l.c.TLS {
	case "none", "starttls":
	case "implicit":
		if err := l.encrypt(ctx, conf); err != nil {
			return err
		}
	default:
		return &stopError{Err: fmt.Errorf("unknown tls = %q; use \"implicit\", \"starttls\" or \"none\"", l.c.TLS)}
	}
	if _, err := l.say(ctx, 220); err != nil {
		return err
	}
	if err := l.hello(ctx); err != nil {
		return err
	}
	if l.c.TLS == "starttls" {
		if !l.offers("STARTTLS") {
			return errors.New("the server does not offer STARTTLS; check port and tls")
		}
		if _, err := l.say(ctx, 220, "STARTTLS"); err != nil {
			return err
		}
		if err := l.encrypt(ctx, conf); err != nil {
			return err
		}
		if err := l.hello(ctx); err != nil { // the list in clear does not count (RFC 3207 4.2)
			return err
		}
	}
	return l.login(ctx)
}

// say sends commands, mostly one or none, and reads the reply within the time of a step of open.
func (l *link) say(ctx context.Context, want int, commands ...string) (said string, err error) {
	err = l.within(ctx, l.c.OpenTimeout, func() error {
		for _, line := range commands {
			if err := l.text.PrintfLine("%s", line); err != nil {
				return err
			}
		}
		said, err = l.response(want)
		return err
	})
	return said, err
}

// encrypt starts TLS, and drops unread data that the server sent in clear.
func (l *link) encrypt(ctx context.Context, conf *tls.Config) error {
	l.secure = tls.Client(&capped{l.raw, &l.left}, conf)
	l.text = textproto.NewConn(l.secure)
	return l.within(ctx, l.c.OpenTimeout, func() error { return l.secure.HandshakeContext(ctx) })
}

// hello reads the server's extensions. A server without EHLO has none (RFC 5321 3.2).
func (l *link) hello(ctx context.Context) error {
	l.offer = map[string]string{}
	said, err := l.say(ctx, 250, "EHLO "+l.c.Hello)
	if reply, ok := errors.AsType[*textproto.Error](err); ok && reply.Code/100 == 5 {
		_, err = l.say(ctx, 250, "HELO "+l.c.Hello)
		return err
	}
	for _, line := range strings.Split(strings.ToUpper(said), "\n")[1:] {
		name, with, _ := strings.Cut(strings.TrimSpace(line), " ")
		if how, old := strings.CutPrefix(name, "AUTH="); old { // as before RFC 2554
			name, with = "AUTH", how+" "+with
		}
		l.offer[name] += " " + with
	}
	return err
}

func (l *link) offers(name string) bool {
	_, ok := l.offer[name]
	return ok
}

func encode[T string | []byte](s T) string { return base64.StdEncoding.EncodeToString([]byte(s)) }

func (l *link) login(ctx context.Context) (err error) {
	secret := ""
	switch {
	case l.c.User == "":
		return nil
	case l.c.Tokens != nil:
		secret, err = l.c.Tokens.Token(ctx)
	case l.c.Password != nil:
		if secret, err = l.c.Password(); err != nil {
			err = &stopError{Err: fmt.Errorf("password: %w", err)}
		}
	}
	if err == nil {
		err = l.enter(ctx, secret)
	}
	if reply, ok := errors.AsType[*textproto.Error](err); ok && reply.Code/100 == 5 && l.c.Tokens.Drop(secret) {
		err = errors.New("the token is replaced: " + reply.Msg)
	}
	if err != nil {
		return fmt.Errorf("log in: %w", err)
	}
	return nil
}

// ways returns how to log in with a token or a password, best first: a command, and the answers to what the server
// asks then.
func (l *link) ways(secret string) (ways [][]string, none error) {
	if l.c.Tokens == nil {
		plain := encode("\x00" + l.c.User + "\x00" + secret)
		return [][]string{{"AUTH PLAIN " + plain, plain}, {"AUTH PLAIN", plain}, {"AUTH LOGIN", encode(l.c.User), encode(secret)}},
			errors.New("the server offers neither AUTH PLAIN nor AUTH LOGIN on this connection; " +
				"check port and tls, or remove user if the server needs no login")
	}
	for _, m := range oauth.Mechanisms {
		client := oauth.NewClient(m, l.c.User, secret)
		_, first, _ := client.Start() // neither can fail
		last, _ := client.Next(nil)
		ways = append(ways, []string{"AUTH " + m + " " + encode(first), encode(last)}, []string{"AUTH " + m, encode(first), encode(last)})
	}
	return ways, oauth.ErrNone
}

// enter logs in by the first way that the server offers. One that wants no answer with the command is asked again
// without (501, RFC 4954 4).
func (l *link) enter(ctx context.Context, secret string) error {
	ways, none := l.ways(secret)
	err := error(&stopError{Err: none})
	for _, way := range ways {
		if !slices.Contains(strings.Fields(l.offer["AUTH"]), strings.Fields(way[0])[1]) {
			continue
		}
		err = l.auth(ctx, way[0], way[1:])
		if reply, ok := errors.AsType[*textproto.Error](err); !ok || reply.Code != 501 && reply.Code != 504 {
			break
		}
	}
	return err
}

// auth answers the server's questions by their order: their texts differ from server to server.
func (l *link) auth(ctx context.Context, line string, answers []string) error {
	for {
		_, err := l.say(ctx, 235, line)
		if reply, ok := errors.AsType[*textproto.Error](err); !ok || reply.Code != 334 {
			return err
		}
		if len(answers) == 0 {
			_, err := l.say(ctx, 501, "*")
			return &stopError{Err: errors.Join(errors.New("the server asks for more than user and password"), err)}
		}
		line, answers = answers[0], answers[1:]
	}
}

// response reads one reply, which must be like want, unless that is 0. Its last line counts: some servers mix codes
// (RFC 5321 4.2.1). Empty lines before it are skipped.
func (l *link) response(want int) (string, error) {
	var said []string
	for {
		line, err := l.text.ReadLine()
		if err != nil {
			return "", err
		}
		if said == nil && strings.TrimSpace(line) == "" {
			continue
		}
		code, err := strconv.Atoi(line[:min(3, len(line))])
		dash := len(line) > 3 && line[3] == '-'
		switch {
		case err == nil && code >= 100 && (len(line) == 3 || line[3] == ' ' || dash):
			said = append(said, line[min(4, len(line)):])
		case said == nil:
			return "", textproto.ProtocolError(fmt.Sprintf("not a reply: %q", line))
		default:
			said, dash = append(said, line), true
		}
		if dash {
			continue
		}
		text := strings.Join(said, "\n")
		if want != 0 && code != want && (code/100 != want/100 || code/10 != 25 && len(said) == 1) {
			return text, &textproto.Error{Code: code, Msg: text}
		}
		return text, nil
	}
}
