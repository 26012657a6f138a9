# Starts a command that reads the pipe named by its first argument, and sends it
# a signal as soon as it has opened that.
#
#   crash.sh SIGNAL COMMAND PIPE ARGUMENTS...
signal=$1 command=$2 pipe=$3
shift 3
rm -f "$pipe"
mkfifo "$pipe"
"$command" "$pipe" "$@" &
process=$!
exec 3>"$pipe"
kill -"$signal" "$process"
wait "$process"
echo "status $?"
