# What a reader of a test run wants: a line of progress, what failed with its place, and the runner's
# closing line. 'make test' names the file with the whole log.
function say(text) {
  if (terminal) printf "\r\033[2K%s", text; else print text
  fflush()
}
/^(✔|✘) Test ".*" (with .* )?(passed|failed) after/ {
  ended += 1
  if (ended % (terminal ? 10 : 500) == 0) say(ended " tests ended")
}
/^✘ Test run/ || /^✔ Test run/ { closing = $0; next }
/^↳/ { if (failing) print; next }
{ failing = /^✘ / }
/^✘ Test / || /^error: / || /: Fatal error: / { if (terminal) printf "\r\033[2K"; print; fflush() }
END {
  if (terminal) printf "\r\033[2K"
  print closing != "" ? closing : "The run ended without its closing line: see the log."
}
