### Teksten die bij invoer worden geweigerd, zoals namen. Bijzinnen zonder punt.

# $position telt tekens vanaf 1; $code is een codepunt zoals U+202E.
text-too-long = er zijn meer dan { $max } tekens
text-control = teken { $position } is { $code }, een besturingsteken
text-direction = teken { $position } is { $code }, dat de schrijfrichting verandert
text-invisible = teken { $position } is { $code }, dat niet te zien is
text-mark = teken { $position } is { $code }, een accent dat hier op geen letter kan staan
text-private-use = teken { $position } is { $code }, dat voor eigen gebruik is
text-unassigned = teken { $position } is { $code }, dat niet bestaat
text-scripts = teken { $position } is { $code }, uit een ander schrift dan de letters ervoor

# $text is een van de zinnen hierboven.
text-of-name = een naam: { $text }
text-of-notice = de mededeling: { $text }
text-of-reason = de reden: { $text }
text-tournament-name = een toernooi heeft een naam van 1 tot { $max } tekens nodig
text-name-missing = een naam is nodig
text-name-length = een naam heeft hoogstens { $max } tekens
text-club-length = de naam van een club heeft hoogstens { $max } tekens
text-category-length = een categorie heeft hoogstens { $max } tekens
text-member-length = een lidnummer heeft hoogstens { $max } tekens
text-confusable = “{ $name }” lijkt op “{ $other }”, de naam van deelnemer { $number }
