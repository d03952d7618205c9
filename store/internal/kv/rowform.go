package kv

import "railpost/store"

// The rows of an adapter with a database of tables contain the same bytes as those here.

// EncodeLetter returns the facts of a letter, without its text and the data for answers.
func EncodeLetter(l *store.Letter) []byte {
	bare := *l
	bare.Bytes, bare.Said = nil, nil
	return encodeLetter(&bare)
}

// DecodeLetter undoes EncodeLetter.
func DecodeLetter(id uint64, body []byte) (store.Letter, error) { return decodeLetter(id, body) }

// EncodeMark returns a mark without its key.
func EncodeMark(m *store.Mark) []byte {
	entry := mailEntry{mark: m}
	return entry.encode()
}

// DecodeMark undoes EncodeMark.
func DecodeMark(key string, body []byte) (store.Mark, error) {
	m, err := decodeMailEntry(key, body)
	if err == nil && m.mark == nil {
		err = errShort
	}
	if err != nil {
		return store.Mark{}, err
	}
	return *m.mark, nil
}

// EncodeMail returns the facts of a kept mail, without its bytes.
func EncodeMail(m *store.RawMail) []byte {
	bare := *m
	bare.Bytes = nil
	return encodeRaw(&bare)
}

// DecodeMail undoes EncodeMail.
func DecodeMail(body []byte) (store.RawMail, error) { return decodeRaw(body, false) }
