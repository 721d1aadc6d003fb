### De tablets fan de spilers; de side lêst dit bestân sels.

## De tablet oan syn tafel sette

enrol-title = Set dizze tablet oan syn tafel
enrol-hint = Hâld de kamera fan dizze tablet foar de koade op de arbiterstafel, of typ de seis sifers dêrûnder.
enrol-code = Koade dy’t de arbiterstafel toant
enrol = Set him dêr
enrol-again = Set dizze tablet oan in oare tafel
enrol-stay = Lit him dêr’t er is
one-moment = In amerijke …
part-missing = Dit part fan de side koe net laden wurde.
try-again = Op ’e nij besykje
cannot-read = Dizze tablet kin net lêze wat er opslein hat. Helpt op ’e nij besykje net, spylje dan fierder op in oare tablet en rop de arbiter.
not-seated = De arbiterstafel moat dizze tablet syn plak noch jaan.
compare-words = De arbiterstafel toant deselde twa wurden. Sa net, sis it tsjin de arbiter: { $words }
cannot-keep-key = Dizze browser kin gjin kaai bewarje: brûk in oaren, fia https.
enrol-no-answer = Der komt gjin antwurd: sjoch oft dizze tablet yn it netwurk fan de seal sit, en besykje it op ’e nij.
enrol-not-kept = Dizze tablet kin net bewarje wêr’t er heart. Laad de side op ’e nij en besykje it nochris; helpt dat net, brûk dan in oare tablet.
other-tab = Dizze tablet is yn in oar ljepblêd iepen.
use-here = Hjir brûke

## De tafel

table-number = Tafel { $table }
round-number = Ronde { $round }
seat-white = tablet fan wyt
seat-black = tablet fan swart
seat-table = ien tablet foar beide
white = Wyt
black = Swart
no-game = Der is noch gjin partij oan dizze tafel. Dy ferskynt hjir fansels.
are-these-you = Binne dit de spilers fan dizze tafel?
these-we-are = Ja, dat kloppet
tell-arbiter = Sa net, sis it tsjin de arbiter.
wait-round = De ronde is noch net begûn. Dan ferskynt hjir it boerd.
this-tablet = Dizze tablet
version = Ferzje
not-persisted = Dizze browser mei weismite wat de tablet bewarret as de skiif fol is. Ynstallearje de side út it menu fan de browser wei.

## De ferbining

link-live = ferbûn
link-connecting = dwaande mei ferbinen …
link-cut = gjin ferbining sûnt { $time }: spylje troch
# $count is hoefolle setten en oare ynfier bewarre en net ferstjoerd binne.
kept-count = { $count ->
    [one] 1 hjir bewarre, noch net ferstjoerd
   *[other] { $count } hjir bewarre, noch net ferstjoerd
}
left-title = Earder ynfierd, en net ferstjoerd
left-hint = Fan dizze tablet wurdt it net mear oannommen. Lit it oan de arbiter sjen.
left-seen = De arbiter hat it sjoen
left-nowhere = Gjin partij
by-code = Ynleverje mei in koade
by-code-hint = Lit de wedstriidtafel dit skenne, of in tillefoan mei netwurk. Alles bliuwt hjir stean en wurdt ek ferstjoerd sadree’t der wer netwurk is.
by-code-number = Koade { $number } fan { $count }
by-code-next = Folgjende koade

## Spylje

board = Boerd
to-move = { $side } oan set
your-clock = Klok fan { $side }
paused = skoft
estimated = rûsd
flag-fell = tiid is om
ready = Klear
undo = Werom
press-white = Set de klok fan wyt oan
ambiguous = Der past mear as ien wei. Tik in fjild dertusken oan.
shows-moves = Dit toernoai lit sjen wêr’t in stik hinne mei.
cannot-save = Dizze tablet kin net bewarje. Rop de arbiter.
entered = Ynfierd: { $move }. Befêstigje?
move-kept = { $move } is op dizze tablet bewarre en noch net ferstjoerd
move-stored = { $move } is opslein
move-accepted = { $move } is oannommen
move-arbiter = { $move } leit by de arbiter
move-refused = { $move } is net oannommen
move-left = { $move } is net ferstjoerd
act-press = it oansetten fan de klok
act-draw = it remiseoanbod
act-resign = it opjaan
act-result = it wurd oer de útslach
asks-arbiter = De arbiter wurdt frege. Wachtsje oan it boerd.
on-paper = Dizze partij giet op papier fierder. De arbiter hat de formulieren.
late-moves = Dizze setten kamen doe’t de partij al út wie: { $moves }
late-hint = De arbiter beslút oft de partij fierder giet. Dan kinne se hjir mei ien tik spile wurde.
late-play = De partij giet fierder. Dizze setten spylje: { $moves }?
late-yes = Ja, spylje se
late-no = Nee
typed-move = Set mei de nûmers fan syn fjilden
typed-hint = Lykas 32-28, of 36x27x16 mei de fjilden dertusken. In punt of in komma mei ek: 32.28.
not-a-move = { $text } is gjin set op dit boerd.
listen = Sis him
listening = Harket …
not-heard = Der binne gjin fjilden ferstien.
spoken-move = { $side }: { $from }, { $to }
enter-again = Fier de lêste set op ’e nij yn
enter-again-hint = Foar in set dy’t ferkeard ynfierd is, of dy’t op it boerd hersteld wurdt. De arbiter kin frege wurde.
entering-again = Jo fiere set { $ply } op ’e nij yn.
piece-white-man = wite skiven
piece-white-king = wite dammen
piece-black-man = swarte skiven
piece-black-king = swarte dammen
position = Stân
none = gjin

## De arbiter roppe

arbiter = Arbiter
call-title = Rop de arbiter
call-irregular-move = In set dy’t net neffens de regels is
call-clock = De klok
call-disturbance = In steuring
call-result = De útslach
call-claims = Ik claim wat
call-claim-irregularity = De foarige set is net neffens de regels
call-claim-flag = De tiid fan de tsjinstanner is om
call-claim-repetition = De stân is weromkommen
call-claim-count = It tal setten is spile
call-other = Wat oars
call-paper = Wy wolle op papier fierder
call-kept = De oprop is noch net ferstjoerd
call-waits = De arbiter is roppen
call-answered = { $name } hat de oprop sjoen

## Wat spilers dogge

more = Mear
close = Slute
offer-draw = Remise oanbiede
agree-draw = Remise oannimme
draw-arbiter = Allinnich yn in einspul; de arbiter beslút.
draw-checked = Op papier kontrolearret de arbiter it tal setten.
draw-offered = { $side } biedt remise oan. Wa’t trochspilet, slacht it ôf.
draw-agreed = Beide wolle remise. De arbiter beslist.
resign = Opjaan
resign-text = { $side } jout de partij op. Dat kin hjir net weromnommen wurde.
resign-confirm = Ja, { $side } jout op
score-sheet = Notaasje
move-column = Set
settings = Ynstellings
bottom = Under oan it boerd
bottom-mover = wa’t oan set is
buttons-side = Knoppen dêr’t it skerm breed is
hand-left = lofts
hand-right = rjochts
notes-both = De setten fan beide kanten op dizze tablet notearje
speaks = Setten foarlêze
listens = Setten mei de stim ynfiere (de browser kin wat er heart nei syn makker stjoere)
language = Taal

## De ein

result = Utslach
score-white = Wyt wint
score-draw = Remise
score-black = Swart wint
score-both-lose = Beide ferlieze
score-unplayed = Net spile
reason-1 = gjin stikken mear
reason-2 = gjin set mear
reason-3 = opjûn
reason-4 = oerienkommen
reason-5 = op tiid
reason-6 = besletten troch de arbiter
reason-7 = reglemintêr
reason-8 = net kommen
reason-9 = arbitrearre
reason-10 = besletten troch de arbiter
reason-11 = te betiid remise oerienkommen
reason-12 = twa dammen tsjin ien
reason-13 = elk ien dam
reason-14 = trije kear deselde stân
reason-15 = fiifentweintich setten mei allinnich dammen
reason-16 = sechstjin setten tsjin ien dam
reason-17 = fiif setten tsjin ien dam
reason-18 = inkelde dam op de lange line
reason-19 = fiifentweintich setten tsjin in inkelde dam
reason-20 = trije kear efterinoar deselde set
reason-21 = twa kear werom op itselde plak
reason-22 = stikken omsmiten
reason-23 = woe net fierder spylje
reason-24 = it boerd lei ferkeard
given-by = Jûn troch { $name }
confirm-result = { $side }: dat is de útslach
result-confirmed = { $side } hat de útslach befêstige.
result-disagree = { $side }: ik bin it net iens
result-disputed = { $side } is it net iens. De arbiter heart it.
result-kept = Bewarre op dizze tablet, noch net ferstjoerd.
next-round = Tankewol. Dizze tablet toant de folgjende ronde fansels.
go-on = Folgjende omgong

## Wizigings troch de arbiter

changed = De arbiter hat wat feroare
seen = Sjoen
correction-1 = De setten fan { $move } ôf binne weromnommen.
correction-2 = Set { $move } is hersteld.
correction-3 = De stân nei set { $move } is ynsteld.
correction-4 = De op papier notearre setten binne ynfierd.
correction-5 = De partij hat dizze útslach krigen: { $score }.
correction-6 = De útslach is weromnommen: de partij giet fierder.
by-rules-27 = Neffens art. 27.
by-chapter-c-5 = Neffens C art. 5.
by-annex-1-5-4 = Neffens annex 1, 5.4.
by-annex-1-5-5 = Neffens annex 1, 5.5.

## It ûndertekene formulier

sign-title = Notaasjeformulier fan { $side }
sign-hint = Underteken hjir mei in finger of in pin.
sign = Undertekenje
sign-clear = Opnij begjinne
sign-again = De partij is feroare nei de ûndertekening. Underteken opnij.
sign-short = Dat is te koart foar in hantekening.
sign-full = Der is gjin plak foar mear: begjin opnij, mei minder streken.
signed-at = { $side } hat om { $time } ûndertekene
sheet-print = Formulier ôfdrukke
sheet-mark = Skaaimerk fan it formulier: { $mark }
