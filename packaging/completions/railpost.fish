# fish completion for railpost, which itself says what can stand next.
function __railpost_complete
    set -l words (commandline -opc)
    set -l found (railpost complete -- $words[2..-1] (commandline -ct) 2>/dev/null)
    or return
    if set -q found[1]
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c railpost -f -a '(__railpost_complete)'
