//go:build unix

package inbox

import "syscall"

// noFollow refuses a symbolic link: a user who can create one next to the store must not be
// able to have another file truncated.
const noFollow = syscall.O_NOFOLLOW
