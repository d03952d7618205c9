//go:build !linux

package pgtest

import (
	"errors"
	"os/exec"
	"syscall"
)

const canStart = false

func attributes() *syscall.SysProcAttr { return nil }

func own(string) error { return nil }

func run(*exec.Cmd) (chan error, error) { return nil, errors.ErrUnsupported }
