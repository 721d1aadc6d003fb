### Texts that are refused when they enter, such as names. Clauses without a full stop.

# $position counts characters from 1; $code is a code point such as U+202E.
text-too-long = it has more than { $max } characters
text-control = character { $position } is { $code }, a control character
text-direction = character { $position } is { $code }, which changes the direction of the text
text-invisible = character { $position } is { $code }, which cannot be seen
text-mark = character { $position } is { $code }, a mark that no letter can take here
text-private-use = character { $position } is { $code }, which is for private use
text-unassigned = character { $position } is { $code }, which does not exist
text-scripts = character { $position } is { $code }, of another script than the letters before it

# $text is one of the clauses above.
text-of-name = a name: { $text }
text-of-notice = the notice: { $text }
text-of-reason = the reason: { $text }
text-tournament-name = a tournament needs a name of 1 to { $max } characters
text-name-missing = a name is needed
text-name-length = a name has at most { $max } characters
text-club-length = the name of a club has at most { $max } characters
text-category-length = a category has at most { $max } characters
text-member-length = a member number has at most { $max } characters
text-confusable = “{ $name }” looks like “{ $other }”, the name of participant { $number }
