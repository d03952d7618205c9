//go:build unix

package inbox

import "syscall"

// noFollow refuses a file that is a link: somebody who can make one beside the store
// must not have another file emptied.
const noFollow = syscall.O_NOFOLLOW
