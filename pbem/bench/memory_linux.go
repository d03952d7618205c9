package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// anonymous is the resident memory of the process that is no file's, in bytes.
func anonymous() (int64, error) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(b)) {
		rest, ok := strings.CutPrefix(line, "RssAnon:")
		if !ok {
			continue
		}
		kb, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
		return kb << 10, err
	}
	return 0, fmt.Errorf("/proc/self/status has no RssAnon")
}
