# sh guard.sh SECONDS PROGRAM [ARGUMENT …]
# Runs the program until it or standard input ends; then TERM and, SECONDS later, KILL. Why: guard.ts.
# Standard input is the pipe to the parent; the program's process id is written to file descriptor 3.
patience=$1
shift
exec 4<&0 </dev/null
"$@" 3>&- 4<&- &
server=$!
echo "$server" >&3
# From here on the shell prints nothing of its own, such as "Terminated".
exec 3>&- 2>/dev/null
(
  while read -r _; do :; done
  kill -TERM "$server"
  waited=0
  while kill -0 "$server" && [ "$waited" -lt "$patience" ]; do
    sleep 1
    waited=$((waited + 1))
  done
  kill -KILL "$server"
) <&4 >/dev/null &
guard=$!
exec 4<&-
trap 'kill -TERM "$server"' TERM INT HUP
wait "$server"
status=$?
# A signal to the guard ends the wait, not the program.
while kill -0 "$server"; do
  wait "$server"
  status=$?
done
kill "$guard"
exit "$status"
