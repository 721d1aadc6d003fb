### De pagina van mensen en apparaten van de arbiterstafel, die dit bestand zelf leest.

## Mensen en apparaten

people = Mensen en apparaten
loading-people = Een ogenblik …
devices = Apparaten
no-devices = Er is nog geen apparaat aangemeld.
enrol-device = Apparaat aanmelden
tournament-of = Toernooi
table-of = Tafel
seat-of = Plaats
seat-white = tablet van wit
seat-black = tablet van zwart
seat-table = één tablet voor beiden
enrol-hint = Houd de tablet voor dit scherm en scan de code, of open er { $address } op en typ de zes cijfers.
enrol-until = Deze code geldt één keer, tot { $time }.
enrol-renewed = Een nieuwe volgt vanzelf.
enrol-done = { $name } is aangemeld.
same-words = De tablet toont deze woorden ook: { $words }
done = Klaar
words-of = toont: { $words }
# $name is die van een persoon of apparaat.
put-out = { $name } buitensluiten
put-out-title = { $name } buitensluiten?
put-out-text = Alles wat { $name } mag, eindigt meteen. Wat eerder is verzonden, blijft.
put-out-confirm = Buitensluiten
persons = Mensen
add-person = Persoon toevoegen
person-name = Naam
person-id = Korte naam
person-id-hint = Waarmee iemand zich aanmeldt; wordt nooit twee keer gegeven.
role-of = Rol
give-role = Rol geven
give-role-to = { $name } een rol geven
invite-of = { $name } uitnodigen
invite-hint = Met deze link meldt { $name } zich één keer aan, tot { $time }. Geef hem aan niemand anders.
invited-link = Link van de uitnodiging
copy = Kopiëren
copied = Gekopieerd
# $number is hoeveel.
sessions-of = { $number ->
    [one] één keer aangemeld
   *[other] { $number } keer aangemeld
}
end-session = Aanmelding tot { $time } beëindigen
own-sessions = Waar je bent aangemeld
session-since = Sinds { $since }
this-session = Dit is hier.
end-other-sessions = Alle andere beëindigen
invitations = Open uitnodigingen
invitation-until = tot { $time }
limits-tournament = in { $tournament }
limits-tables = aan tafel { $tables }
limits-everything = overal
narrow = Beperken
# $name is that of a person or device, $role what they are.
narrow-grant = Beperken: { $name }, { $role }
move = Verplaatsen
# As above.
move-grant = Verplaatsen: { $name }, { $role }
move-text = Vanaf nu schrijft het alleen voor deze tafel. Wat het heeft gestuurd blijft bij zijn partij.
take-back = Intrekken
# As above.
take-back-grant = Intrekken: { $name }, { $role }
tables-of = Tafels
tables-hint = Zoals 7 of 1–8; leeg voor alle.
no-tables = Dit zijn geen tafels.
every-tournament = elk toernooi
changes = Wie wat deed
changes-of = Alleen van
changes-all = iedereen
changes-kind = Soort
changes-all-kinds = Alle soorten
changes-csv = Bewaren als CSV
changes-json = Bewaren als JSON
more-changes = Eerdere
change-key-set = Nieuwe sleutel van de speelzaal
change-person-added = Persoon toegevoegd
change-device-enrolled = Apparaat aangemeld
change-granted = Rol gegeven
change-narrowed = Rol beperkt
change-moved = Apparaat verplaatst
change-revoked = Rol ingetrokken
change-put-out = Buitengesloten
change-token-issued = Aangemeld
change-token-ended = Aanmelding beëindigd
change-token-renewed = Aanmelding verlengd
change-invited = Uitgenodigd
change-invitation-used = Uitnodiging gebruikt
change-passphrase-set = Wachtzin vastgelegd
change-pin-set = Pincode vastgelegd
change-pin-removed = Pincode verwijderd
change-passkey-added = Passkey toegevoegd
change-passkey-used = Aangemeld met een passkey
change-passkey-doubted = Passkey in twijfel
change-passkey-removed = Passkey verwijderd
change-undelayed-opened = Zonder vertraging bekeken
change-attempts-refused = Geweigerde pogingen

role-1 = hoofdarbiter
role-2 = arbiter
role-3 = indeler
role-4 = invoer van uitslagen
role-5 = technicus
role-6 = commentator
role-7 = beheerder van de bond
role-8 = organisator
role-9 = tablet van een speler
role-10 = bord
role-11 = scherm aan de wand

## Aanmelden

sign-in = Aanmelden
passphrase = Wachtzin
current-passphrase = Wachtzin tot nu toe
current-passphrase-hint = Laat leeg als je er geen hebt, of net met een uitnodiging binnenkwam. Je andere aanmeldingen eindigen.
new-passphrase = Nieuwe wachtzin
passphrase-hint = Minstens 12 tekens; een paar woorden zijn makkelijk te onthouden.
set-passphrase = Wachtzin vastleggen
passphrase-set = Vanaf nu meld je je aan als { $name } met deze wachtzin.
take-place-title = Iemand anders aanmelden?
take-place-text = { $name } is hier aangemeld; deze link meldt in plaats daarvan iemand anders aan.
take-place = Aanmelden
not-signed-in = Meld je aan om deze pagina te zien.
invited = Bezig met aanmelden …
to-desk = Naar de arbiterstafel

## Pincode

pin-title = Nog eens kijken
pin-hint = Wat moeilijk terug te draaien is, zoals de uitslag van een eerdere ronde, wordt met deze pincode nog eens gevraagd. Zonder pincode wordt alleen een reden gevraagd.
current-pin = Pincode tot nu toe, of wachtzin
current-pin-hint = Laat leeg als je geen van beide hebt, of net met een uitnodiging of passkey binnenkwam.
new-pin = Nieuwe pincode
new-pin-hint = Zes cijfers, niet allemaal gelijk. Laat leeg om niet meer naar een pincode gevraagd te worden.
set-pin = Pincode vastleggen
pin-set = Vanaf nu wordt { $name } bij een tweede blik om deze pincode gevraagd.
pin-removed = { $name } wordt niet meer om een pincode gevraagd.
confirm-title = Zeker weten?
confirm-text = Dit is niet zo makkelijk terug te draaien. Bevestig het met je pincode.
own-pin = Je pincode
confirm-act = Bevestigen

## Passkeys

passkeys = Passkeys
passkeys-hint = Met een passkey meld je je aan zoals je dit apparaat ontgrendelt: met vinger, gezicht of pincode.
passkey-name = Naam van de passkey
passkey-name-hint = Bijvoorbeeld het apparaat dat hem bewaart.
passkey-passphrase-hint = Laat leeg als je net binnenkwam.
add-passkey = Passkey toevoegen
passkey-added = Vanaf nu meld je je ook aan met { $name }.
passkey-of = { $name }, voor { $host }
passkey-since = toegevoegd { $since }
passkey-used = gebruikt { $time }
passkey-doubted = Deze passkey kan gekopieerd zijn en meldt niemand aan. Verwijder hem en voeg hem opnieuw toe.
# $name is die van de passkey.
remove-passkey = { $name } verwijderen
remove-passkey-title = { $name } verwijderen?
remove-passkey-text = Vanaf nu meldt hij niemand meer aan, en wie zich er elders mee aanmeldde, wordt afgemeld.
remove-passkey-confirm = Verwijderen
sign-in-passkey = Aanmelden met een passkey
passkey-cancelled = Er is geen passkey getoond. Probeer het opnieuw, of kies een andere manier.
passkey-known-here = Dit apparaat heeft al een passkey van jou.
passkey-failed = Deze browser kan dat niet met deze passkey. Kies een andere manier.
