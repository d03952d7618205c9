package letters

import (
	"encoding/json"
	"errors"
	"fmt"

	"railpost/store/deflate"
)

// errSaid: the stored part of a letter cannot be read.
var errSaid = errors.New("the stored text of a letter is damaged")

// bytes encodes it for the store.
func (w *written) bytes() []byte {
	b, err := json.Marshal(w)
	if err != nil {
		panic(err) // plain data never fails
	}
	return deflate.Pack(b)
}

// readWritten decodes it; an error wraps errSaid.
func readWritten(b []byte) (*written, error) {
	w := &written{}
	text, err := deflate.Unpack(b)
	if err == nil {
		err = json.Unmarshal(text, w)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSaid, err)
	}
	return w, nil
}
