### Teksten dy't by it ynfieren wegere wurde, lykas nammen. Bysinnen sûnder punt.

# $position telt tekens fan 1 ôf; $code is in koadepunt lykas U+202E.
text-too-long = der binne mear as { $max } tekens
text-control = teken { $position } is { $code }, in bestjoeringsteken
text-direction = teken { $position } is { $code }, dat de skriuwrjochting feroaret
text-invisible = teken { $position } is { $code }, dat net te sjen is
text-mark = teken { $position } is { $code }, in aksint dat hjir op gjin letter stean kin
text-private-use = teken { $position } is { $code }, dat foar eigen gebrûk is
text-unassigned = teken { $position } is { $code }, dat net bestiet
text-scripts = teken { $position } is { $code }, út in oar skrift as de letters derfoar

# $text is ien fan de sinnen hjirboppe.
text-of-name = in namme: { $text }
text-of-notice = de meidieling: { $text }
text-of-reason = de reden: { $text }
text-tournament-name = in toernoai hat in namme fan 1 oant { $max } tekens nedich
text-name-missing = in namme is nedich
text-name-length = in namme hat op syn heechst { $max } tekens
text-club-length = de namme fan in klup hat op syn heechst { $max } tekens
text-category-length = in kategory hat op syn heechst { $max } tekens
text-member-length = in lidnûmer hat op syn heechst { $max } tekens
text-confusable = “{ $name }” liket op “{ $other }”, de namme fan dielnimmer { $number }
