# bash completion for railpost, which itself says what can stand next.
_railpost() {
	local IFS=$'\n'
	COMPREPLY=($(railpost complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _railpost railpost
