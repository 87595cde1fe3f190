# Ayoayo bot in Perl: the smallest pit.
#
# Plays: the legal pit with fewest seeds, the last of equals.
# Run:   perl bot.pl
# Flush: $| = 1; Perl holds lines back in a pipe otherwise.
#
# There is no JSON parser here: the referee promises compact separators,
# `type` first, `id` second, and `"legal":[` at most once in a line.

use strict;
use warnings;

$| = 1;

# Returns the pit to play, or undef when the line does not hold a position.
sub choose {
    my ($line) = @_;
    my ($pits) = $line =~ /"pits":\[([\d,]+)\]/ or return;
    my ($turn) = $line =~ /"turn":([01])/ or return;
    my @pits = split /,/, $pits;
    return if @pits != 12;
    my ($legal) = $line =~ /"legal":\[([\d,]+)\]/;
    my @legal = defined $legal ? split(/,/, $legal) : grep { $pits[$_] > 0 } 6 * $turn .. 6 * $turn + 5;
    my $best;
    for my $pit (grep { $_ < 12 } @legal) {
        $best = $pit if !defined $best || $pits[$pit] <= $pits[$best];
    }
    return $best;
}

# Returns the line to send, or undef for a `go` that cannot be read.
sub answer {
    my ($type, $id, $line) = @_;    # The id stays text, so it stays exact.
    return qq({"type":"hello","id":$id,"protocol":1,"name":"perl-smallest"}) if $type eq 'hello';
    return qq({"type":"pong","id":$id}) if $type eq 'ping';
    if ($type eq 'go') {
        my $pit = choose($line);
        return defined $pit ? qq({"type":"move","id":$id,"pit":$pit}) : undef;
    }
    return qq({"type":"error","id":$id,"code":"unknown_type","message":"this bot does not know that type"});
}

while (my $line = <STDIN>) {
    my ($type, $id) = $line =~ /^\{"type":"([^"]*)"(?:,"id":(\d+))?/ or next;    # Else it makes no sense.
    last if $type eq 'quit';
    next if !defined $id || $type eq 'error';                                    # No id, no answer; nor to `error`.
    my $reply = answer($type, $id, $line);
    print "$reply\n" if defined $reply;
}
