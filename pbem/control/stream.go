package control

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"
)

// Stream is a result that is no JSON: what it writes arrives as it is.
//
//	<- {"stream":true}, then pieces, each behind its length in four bytes, then
//	   a length of 0 and the answer: {"result":null}   or   {"error":{...}}
type Stream func(w io.Writer) error

// piece is how much goes out at a time.
const piece = 64 << 10

func (s Stream) send(conn net.Conn, op string) {
	if !reply(conn, response{Stream: true}) {
		return
	}
	w := bufio.NewWriterSize(pieces{conn}, piece)
	err := s(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		_, err = pieces{conn}.Write(nil)
	}
	if err == nil {
		reply(conn, response{Result: json.RawMessage("null")})
		return
	}
	if _, gone := errors.AsType[*net.OpError](err); gone {
		return // nobody listens any more
	}
	if _, end := (pieces{conn}).Write(nil); end == nil {
		reply(conn, response{Error: AsError(op, err)})
	}
}

// pieces writes each piece after its length.
type pieces struct{ conn net.Conn }

func (p pieces) Write(b []byte) (int, error) {
	if err := p.conn.SetWriteDeadline(time.Now().Add(writeTime)); err != nil {
		return 0, err
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(len(b)))
	if _, err := p.conn.Write(head); err != nil {
		return 0, err
	}
	return p.conn.Write(b)
}

// Fetch asks for something that arrives as a Stream, and writes it to w.
func (c *Client) Fetch(ctx context.Context, method string, params any, w io.Writer) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return &Error{Op: method, What: "the request cannot be written: " + err.Error()}
	}
	conn, err := c.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() }) // the pending read reports it
	defer stop()
	err = fetch(conn, request{method, raw}, w)
	var told *Error
	switch {
	case err == nil, errors.As(err, &told):
		return err
	case ctx.Err() != nil:
		return &Error{Op: method, What: "no answer: " + ctx.Err().Error()}
	}
	return &Error{Op: method, What: "it did not arrive as a whole: " + err.Error(), Hint: "the log of the daemon may say why"}
}

func fetch(conn net.Conn, req request, w io.Writer) error {
	if err := json.NewEncoder(conn).Encode(req); err != nil {
		return err
	}
	r := bufio.NewReaderSize(conn, piece)
	first, err := readResponse(r)
	if err != nil {
		return err
	}
	if !first.Stream {
		return errors.New("the daemon is of another version")
	}
	for {
		var head [4]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		n := binary.BigEndian.Uint32(head[:])
		if n == 0 {
			_, err := readResponse(r)
			return err
		}
		if _, err := io.CopyN(w, r, int64(n)); err != nil {
			return err
		}
	}
}

// readResponse reads one line.
func readResponse(r *bufio.Reader) (resp response, err error) {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return resp, err
	}
	if err := json.Unmarshal(line, &resp); err != nil {
		return resp, fmt.Errorf("the answer cannot be read: %w", err)
	}
	if resp.Error != nil {
		return resp, resp.Error
	}
	return resp, nil
}
