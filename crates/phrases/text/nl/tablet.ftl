### De tablets van de spelers; de pagina leest dit bestand zelf.

## De tablet aan zijn tafel zetten

enrol-title = Zet deze tablet aan zijn tafel
enrol-hint = Houd de camera van deze tablet voor de code op de arbiterstafel, of typ de zes cijfers daaronder.
enrol-code = Code die de arbiterstafel toont
enrol = Zet hem daar
enrol-again = Zet deze tablet aan een andere tafel
enrol-stay = Laat hem waar hij is
one-moment = Een ogenblik …
part-missing = Dit deel van de pagina kon niet worden geladen.
try-again = Opnieuw proberen
cannot-read = Deze tablet kan niet lezen wat hij heeft opgeslagen. Helpt opnieuw proberen niet, speel dan verder op een andere tablet en roep de arbiter.
not-seated = De arbiterstafel moet deze tablet zijn plaats nog geven.
compare-words = De arbiterstafel toont dezelfde twee woorden. Zo niet, zeg het tegen de arbiter: { $words }
cannot-keep-key = Deze browser kan geen sleutel bewaren: gebruik een andere, via https.
enrol-no-answer = Er komt geen antwoord: kijk of deze tablet in het netwerk van de zaal zit, en probeer het opnieuw.
enrol-not-kept = Deze tablet kan niet bewaren waar hij hoort. Laad de pagina opnieuw en probeer het nog eens; helpt dat niet, gebruik dan een andere tablet.
other-tab = Deze tablet is in een ander tabblad open.
use-here = Hier gebruiken

## De tafel

table-number = Tafel { $table }
round-number = Ronde { $round }
seat-white = tablet van wit
seat-black = tablet van zwart
seat-table = één tablet voor beiden
white = Wit
black = Zwart
no-game = Er is nog geen partij aan deze tafel. Die verschijnt hier vanzelf.
are-these-you = Zijn dit de spelers van deze tafel?
these-we-are = Ja, dat klopt
tell-arbiter = Zo niet, zeg het tegen de arbiter.
wait-round = De ronde is nog niet begonnen. Dan verschijnt hier het bord.
this-tablet = Deze tablet
version = Versie
not-persisted = Deze browser mag weggooien wat de tablet bewaart als de schijf vol is. Installeer de pagina vanuit het menu van de browser.

## De verbinding

link-live = verbonden
link-connecting = bezig met verbinden …
link-cut = geen verbinding sinds { $time }: speel door
# $count is hoeveel zetten en andere invoer bewaard en niet verstuurd zijn.
kept-count = { $count ->
    [one] 1 hier bewaard, nog niet verstuurd
   *[other] { $count } hier bewaard, nog niet verstuurd
}
left-title = Eerder ingevoerd, en niet verstuurd
left-hint = Van deze tablet wordt het niet meer aangenomen. Laat het aan de arbiter zien.
left-seen = De arbiter heeft het gezien
left-nowhere = Geen partij
by-code = Inleveren met een code
by-code-hint = Laat de wedstrijdtafel dit scannen, of een telefoon met netwerk. Alles blijft hier staan en wordt ook verstuurd zodra er weer netwerk is.
by-code-number = Code { $number } van { $count }
by-code-next = Volgende code

## Spelen

board = Bord
to-move = { $side } aan zet
your-clock = Klok van { $side }
paused = gepauzeerd
estimated = geschat
flag-fell = tijd is om
ready = Klaar
undo = Terug
press-white = Start de klok van wit
ambiguous = Er past meer dan één weg. Tik een veld ertussen aan.
shows-moves = Dit toernooi laat zien waar een stuk heen mag.
cannot-save = Deze tablet kan niet opslaan. Roep de arbiter.
entered = Ingevoerd: { $move }. Bevestigen?
move-kept = { $move } is op deze tablet bewaard en nog niet verstuurd
move-stored = { $move } is opgeslagen
move-accepted = { $move } is aangenomen
move-arbiter = { $move } ligt bij de arbiter
move-refused = { $move } is niet aangenomen
move-left = { $move } is niet verstuurd
act-press = het starten van de klok
act-draw = het remiseaanbod
act-resign = het opgeven
act-result = het woord over de uitslag
asks-arbiter = De arbiter wordt gevraagd. Wacht aan het bord.
on-paper = Deze partij gaat op papier verder. De arbiter heeft de formulieren.
late-moves = Deze zetten kwamen toen de partij al uit was: { $moves }
late-hint = De arbiter beslist of de partij verdergaat. Dan kunnen ze hier met één tik worden gespeeld.
late-play = De partij gaat verder. Deze zetten spelen: { $moves }?
late-yes = Ja, speel ze
late-no = Nee
typed-move = Zet met de nummers van zijn velden
typed-hint = Zoals 32-28, of 36x27x16 met de velden ertussen. Een punt of een komma mag ook: 32.28.
not-a-move = { $text } is geen zet op dit bord.
listen = Zeg hem
listening = Luistert …
not-heard = Er zijn geen velden verstaan.
spoken-move = { $side }: { $from }, { $to }
enter-again = Voer de laatste zet opnieuw in
enter-again-hint = Voor een zet die verkeerd is ingevoerd, of die op het bord wordt hersteld. De arbiter kan worden gevraagd.
entering-again = U voert zet { $ply } opnieuw in.
piece-white-man = witte schijven
piece-white-king = witte dammen
piece-black-man = zwarte schijven
piece-black-king = zwarte dammen
position = Stand
none = geen

## De arbiter roepen

arbiter = Arbiter
call-title = Roep de arbiter
call-irregular-move = Een zet die niet volgens de regels is
call-clock = De klok
call-disturbance = Een storing
call-result = De uitslag
call-claims = Ik claim iets
call-claim-irregularity = De vorige zet is niet volgens de regels
call-claim-flag = De tijd van de tegenstander is om
call-claim-repetition = De stand is teruggekomen
call-claim-count = Het aantal zetten is gespeeld
call-other = Iets anders
call-paper = Wij willen op papier verder
call-kept = De oproep is nog niet verstuurd
call-waits = De arbiter is geroepen
call-answered = { $name } heeft de oproep gezien

## Wat spelers doen

more = Meer
close = Sluiten
offer-draw = Remise aanbieden
agree-draw = Remise aannemen
draw-arbiter = Alleen in een eindspel; de arbiter beslist.
draw-checked = Op papier controleert de arbiter het aantal zetten.
draw-offered = { $side } biedt remise aan. Wie doorspeelt, slaat het af.
draw-agreed = Beiden willen remise. De arbiter beslist.
resign = Opgeven
resign-text = { $side } geeft de partij op. Dat kan hier niet worden teruggenomen.
resign-confirm = Ja, { $side } geeft op
score-sheet = Notatie
move-column = Zet
settings = Instellingen
bottom = Onder aan het bord
bottom-mover = wie aan zet is
buttons-side = Knoppen waar het scherm breed is
hand-left = links
hand-right = rechts
notes-both = De zetten van beide kanten op deze tablet noteren
speaks = Zetten voorlezen
listens = Zetten met de stem invoeren (de browser kan wat hij hoort naar zijn maker sturen)
language = Taal

## Het einde

result = Uitslag
score-white = Wit wint
score-draw = Remise
score-black = Zwart wint
score-both-lose = Beiden verliezen
score-unplayed = Niet gespeeld
reason-1 = geen stukken meer
reason-2 = geen zet meer
reason-3 = opgegeven
reason-4 = overeengekomen
reason-5 = op tijd
reason-6 = beslist door de arbiter
reason-7 = reglementair
reason-8 = niet verschenen
reason-9 = gearbitreerd
reason-10 = beslist door de arbiter
reason-11 = te vroeg remise overeengekomen
reason-12 = twee dammen tegen één
reason-13 = elk één dam
reason-14 = driemaal dezelfde stand
reason-15 = vijfentwintig zetten met alleen dammen
reason-16 = zestien zetten tegen één dam
reason-17 = vijf zetten tegen één dam
reason-18 = enkele dam op de lange lijn
reason-19 = vijfentwintig zetten tegen een enkele dam
reason-20 = driemaal achtereen dezelfde zet
reason-21 = tweemaal op dezelfde plaats terug
reason-22 = stukken omgegooid
reason-23 = weigerde verder te spelen
reason-24 = het bord lag verkeerd
given-by = Gegeven door { $name }
confirm-result = { $side }: dat is de uitslag
result-confirmed = { $side } heeft de uitslag bevestigd.
result-disagree = { $side }: ik ben het niet eens
result-disputed = { $side } is het niet eens. De arbiter hoort het.
result-kept = Bewaard op deze tablet, nog niet verzonden.
next-round = Dank u. Deze tablet toont de volgende ronde vanzelf.
go-on = Volgende ronde

## Wijzigingen door de arbiter

changed = De arbiter heeft iets veranderd
seen = Gezien
correction-1 = De zetten vanaf { $move } zijn teruggenomen.
correction-2 = Zet { $move } is hersteld.
correction-3 = De stand na zet { $move } is ingesteld.
correction-4 = De op papier genoteerde zetten zijn ingevoerd.
correction-5 = De partij heeft deze uitslag gekregen: { $score }.
correction-6 = De uitslag is teruggenomen: de partij gaat verder.
by-rules-27 = Volgens art. 27.
by-chapter-c-5 = Volgens C art. 5.
by-annex-1-5-4 = Volgens annex 1, 5.4.
by-annex-1-5-5 = Volgens annex 1, 5.5.

## Het ondertekende formulier

sign-title = Notatieformulier van { $side }
sign-hint = Onderteken hier met een vinger of een pen.
sign = Ondertekenen
sign-clear = Opnieuw beginnen
sign-again = De partij is gewijzigd na de ondertekening. Onderteken opnieuw.
sign-short = Dat is te kort voor een handtekening.
sign-full = Er is geen plaats voor meer: begin opnieuw, met minder streken.
signed-at = { $side } heeft om { $time } ondertekend
sheet-print = Formulier afdrukken
sheet-mark = Kenmerk van het formulier: { $mark }
