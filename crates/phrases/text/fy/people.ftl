### De side fan minsken en apparaten fan de arbiterstafel, dy't dit bestân sels lêst.

## Minsken en apparaten

people = Minsken en apparaten
loading-people = In amerijke …
devices = Apparaten
no-devices = Der is noch gjin apparaat oanmeld.
enrol-device = Apparaat oanmelde
tournament-of = Toernoai
table-of = Tafel
seat-of = Plak
seat-white = tablet fan wyt
seat-black = tablet fan swart
seat-table = ien tablet foar beide
enrol-hint = Hâld de tablet foar dit skerm en scan de koade, of iepenje der { $address } op en typ de seis sifers.
enrol-until = Dizze koade jildt ien kear, oant { $time }.
enrol-renewed = In nije folget fansels.
enrol-done = { $name } is oanmeld.
same-words = De tablet toant dizze wurden ek: { $words }
done = Klear
words-of = toant: { $words }
# $name is dy fan in persoan of apparaat.
put-out = { $name } bûtenslute
put-out-title = { $name } bûtenslute?
put-out-text = Alles wat { $name } mei, hâldt daliks op. Wat earder ferstjoerd is, bliuwt.
put-out-confirm = Bûtenslute
persons = Minsken
add-person = Persoan tafoegje
person-name = Namme
person-id = Koarte namme
person-id-hint = Dêr't immen him mei oanmeldt; wurdt nea twa kear jûn.
role-of = Rol
give-role = Rol jaan
give-role-to = { $name } in rol jaan
invite-of = { $name } útnûgje
invite-hint = Mei dizze keppeling meldt { $name } him ien kear oan, oant { $time }. Jou him oan nimmen oars.
invited-link = Keppeling fan de útnûging
copy = Kopiearje
copied = Kopiearre
# $number is hoefolle.
sessions-of = { $number ->
    [one] ien kear oanmeld
   *[other] { $number } kear oanmeld
}
end-session = Oanmelding oant { $time } beëinigje
own-sessions = Wêr'tsto oanmeld bist
session-since = Sûnt { $since }
this-session = Dit is hjir.
end-other-sessions = Alle oare beëinigje
invitations = Iepen útnûgingen
invitation-until = oant { $time }
limits-tournament = yn { $tournament }
limits-tables = oan tafel { $tables }
limits-everything = oeral
narrow = Beheine
# $name is that of a person or device, $role what they are.
narrow-grant = Beheine: { $name }, { $role }
move = Ferpleatse
# As above.
move-grant = Ferpleatse: { $name }, { $role }
move-text = Fan no ôf skriuwt it allinne foar dizze tafel. Wat it stjoerd hat, bliuwt by syn partij.
take-back = Ynlûke
# As above.
take-back-grant = Ynlûke: { $name }, { $role }
tables-of = Tafels
tables-hint = Lykas 7 of 1–8; leech foar alle.
no-tables = Dit binne gjin tafels.
every-tournament = elk toernoai
changes = Wa’t wat dien hat
changes-of = Allinnich fan
changes-all = elkenien
changes-kind = Soarte
changes-all-kinds = Alle soarten
changes-csv = Bewarje as CSV
changes-json = Bewarje as JSON
more-changes = Eardere
change-key-set = Nije kaai fan de spylseal
change-person-added = Persoan tafoege
change-device-enrolled = Apparaat oanmeld
change-granted = Rol jûn
change-narrowed = Rol beheind
change-moved = Apparaat ferpleatst
change-revoked = Rol ynlutsen
change-put-out = Bûtensletten
change-token-issued = Oanmeld
change-token-ended = Oanmelding beëinige
change-token-renewed = Oanmelding ferlinge
change-invited = Utnûge
change-invitation-used = Utnûging brûkt
change-passphrase-set = Wachtsin fêstlein
change-pin-set = Pinkoade fêstlein
change-pin-removed = Pinkoade fuortsmiten
change-passkey-added = Passkey taheakke
change-passkey-used = Oanmeld mei in passkey
change-passkey-doubted = Passkey yn twifel
change-passkey-removed = Passkey fuortsmiten
change-undelayed-opened = Sûnder fertraging besjoen
change-attempts-refused = Wegere pogingen

role-1 = haadarbiter
role-2 = arbiter
role-3 = yndieler
role-4 = ynfier fan útslaggen
role-5 = technikus
role-6 = kommentator
role-7 = behearder fan de bûn
role-8 = organisator
role-9 = tablet fan in spiler
role-10 = boerd
role-11 = skerm oan de muorre

## Oanmelde

sign-in = Oanmelde
passphrase = Wachtsin
current-passphrase = Wachtsin oant no ta
current-passphrase-hint = Lit leech ast gjinien hast, of krekt mei in útnoeging binnenkaamst. Dyn oare oanmeldingen hâlde op.
new-passphrase = Nije wachtsin
passphrase-hint = Op syn minst 12 tekens; in pear wurden binne maklik te ûnthâlden.
set-passphrase = Wachtsin fêstlizze
passphrase-set = Fan no ôf meldst dy oan as { $name } mei dizze wachtsin.
take-place-title = In oar oanmelde?
take-place-text = { $name } is hjir oanmeld; dizze keppeling meldt yn stee dêrfan in oar oan.
take-place = Oanmelde
not-signed-in = Meld dy oan om dizze side te sjen.
invited = Dwaande mei oanmelden …
to-desk = Nei de arbiterstafel

## Pinkoade

pin-title = Noch ris sjen
pin-hint = Wat dreech werom te draaien is, lykas de útslach fan in eardere ronde, wurdt mei dizze pinkoade noch ris frege. Sûnder pinkoade wurdt allinnich in reden frege.
current-pin = Pinkoade oant no ta, of wachtsin
current-pin-hint = Lit leech ast gjin fan beide hast, of krekt mei in útnoeging of passkey binnenkaamst.
new-pin = Nije pinkoade
new-pin-hint = Seis sifers, net allegear gelyk. Lit leech om net mear nei in pinkoade frege te wurden.
set-pin = Pinkoade fêstlizze
pin-set = Fan no ôf wurdt { $name } by in twadde blik om dizze pinkoade frege.
pin-removed = { $name } wurdt net mear om in pinkoade frege.
confirm-title = Wisse witte?
confirm-text = Dit is net sa maklik werom te draaien. Befêstigje it mei dyn pinkoade.
own-pin = Dyn pinkoade
confirm-act = Befêstigje

## Passkeys

passkeys = Passkeys
passkeys-hint = Mei in passkey meldst dy oan sa'tst dit apparaat ûntskoattelst: mei finger, gesicht of pinkoade.
passkey-name = Namme fan de passkey
passkey-name-hint = Bygelyks it apparaat dat him bewarret.
passkey-passphrase-hint = Lit leech ast krekt binnenkaamst.
add-passkey = Passkey taheakje
passkey-added = Fan no ôf meldst dy ek oan mei { $name }.
passkey-of = { $name }, foar { $host }
passkey-since = taheakke { $since }
passkey-used = brûkt { $time }
passkey-doubted = Dizze passkey kin kopiearre wêze en meldt nimmen oan. Smyt him fuort en heakje him op 'e nij ta.
# $name is dy fan de passkey.
remove-passkey = { $name } fuortsmite
remove-passkey-title = { $name } fuortsmite?
remove-passkey-text = Fan no ôf meldt er nimmen mear oan, en wa't him der earne oars mei oanmelde, wurdt ôfmeld.
remove-passkey-confirm = Fuortsmite
sign-in-passkey = Oanmelde mei in passkey
passkey-cancelled = Der is gjin passkey toand. Besykje it op 'e nij, of kies in oare wize.
passkey-known-here = Dit apparaat hat al in passkey fan dy.
passkey-failed = Dizze browser kin dat net mei dizze passkey. Kies in oare wize.
