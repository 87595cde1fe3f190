#!/usr/bin/env bash
# Ayoayo bot in Bash: the first move in the list.
#
# Plays: the first pit of `legal`.
# Run:   bash bot.sh
# Flush: nothing to do; the builtin printf writes at once.
#
# Only builtins, so no process is started for a move. There is no JSON parser
# here: the referee promises compact separators, `type` first, `id` second, and
# `"legal":[` at most once in a line.

LC_ALL=C # Match bytes: broken UTF-8 must not make a pattern fail.
head='^\{"type":"([^"]*)"(,"id":([0-9]+))?'
first_legal='"legal":\[([0-9]+)'

while IFS= read -r line; do
  [[ $line =~ $head ]] || continue # A line that makes no sense is ignored.
  type=${BASH_REMATCH[1]} id=${BASH_REMATCH[3]}
  [[ $type == quit ]] && exit 0
  [[ $id && $type != error ]] || continue # No id, no answer; nor to `error`.
  case $type in
    hello) printf '{"type":"hello","id":%s,"protocol":1,"name":"bash-first"}\n' "$id" ;;
    go) [[ $line =~ $first_legal ]] && printf '{"type":"move","id":%s,"pit":%s}\n' "$id" "${BASH_REMATCH[1]}" ;;
    ping) printf '{"type":"pong","id":%s}\n' "$id" ;;
    *) printf '{"type":"error","id":%s,"code":"unknown_type","message":"this bot does not know that type"}\n' "$id" ;;
  esac
done
exit 0
