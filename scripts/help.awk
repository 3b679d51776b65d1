# Lists the targets of a Makefile with their descriptions, which stand behind ## in the target's line. First come the
# targets that the variable `first` names, in its order and without their arguments. Then come all targets, below the
# headings of the lines that begin with ##@. A heading may stand in several places.
#
# Usage: awk -v first="demo test" -f scripts/help.awk Makefile
BEGIN { FS = ":.*## "; group = "Targets" }

/^##@ / {
    group = substr($0, 5)
}

/^[a-z0-9-]+:.*## / {
    if (!(group in lines)) groups[++count] = group
    lines[group] = lines[group] line($1, $2)
    words[$1] = $2
}

END {
    print "Start here"
    size = split(first, names, " ")
    for (i = 1; i <= size; i++) {
        sub(/ \(.*/, "", words[names[i]])
        printf "%s", line(names[i], words[names[i]])
    }
    for (i = 1; i <= count; i++) printf "\n%s\n%s", groups[i], lines[groups[i]]
    print "\nscripts/passkeys --help lists what operators do with a deployment. The shell reads ARGS as its own text: put nothing there that others wrote. All other values stay as they are."
}

function line(name, words) {
    return sprintf("  make %-18s %s\n", name, words)
}
