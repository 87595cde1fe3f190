#!/bin/sh
# Starts the bot. The flags make the JVM start sooner, with little memory, and leave no files.
exec java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xmx64m -cp "$(dirname "$0")" Bot
