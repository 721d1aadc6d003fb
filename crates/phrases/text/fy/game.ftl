### One game: what the rules say of moves, why the game refuses something, and how it ends.
### Each is a clause without a capital at its start and without a full stop.

## Names

color-white = wyt
color-black = swart
or = of
other-ways =
    { $others ->
        [one] { $others } oare manear
       *[other] { $others } oare manearen
    }
and = en

## Reasons for which the game refuses an input, for the arbiter

refusal-not-started = de partij is noch net begûn
refusal-already-started = de partij is al begûn, mei oare regels of in oare stân
refusal-wrong-variant = de stân heart by in oare spulfariant as de regels
refusal-game-finished = de partij is dien: { $outcome }

# A ply is the move of one side.
refusal-ply-zero = healset 0 bestiet net, de earste is 1
refusal-ply-too-far-ahead = healset { $got } is te fier foarút, healset { $expected } is de folgjende
refusal-held-full =
    { $limit ->
        [one] der wachtet al { $limit } berjocht op healset { $expected }
       *[other] der wachtsje al { $limit } berjochten op healset { $expected }
    }
refusal-ambiguous-move = { $played } past by mear as ien slach: { $captures }
refusal-too-complex = nei { $played } binne der tefolle slaggen om nei te gean
refusal-ply-already-played = healset { $ply } is al spile mei { $played }, trochjûn is { $claimed }
refusal-no-such-ply = healset { $ply } bestiet net, de folgjende is { $next }
refusal-retracted = healset { $ply } is weromnommen neidat dizze set dien wie
refusal-waited-too-long = healset { $ply } hat te lang wachte, healset { $expected } ûntbrekt noch
refusal-no-irregularity = der wachtet gjin ûnregelmjittige set
refusal-unclear-irregularity = { $played } kin pas stean bliuwe as bekend is hokker stikken fan it boerd nommen binne
refusal-nothing-to-correct = healset { $ply } is al sa fêstlein
refusal-same-position = de stân is al sa
refusal-on-paper = de partij stiet fan healset { $ply } ôf op papier
refusal-wrong-first-ply = de notaasje giet fierder mei healset { $expected }, net mei { $got }
refusal-wrong-move-count =
    { $count ->
        [one] der is { $count } set ynlevere, 1 oant en mei { $limit } kin
       *[other] der binne { $count } setten ynlevere, 1 oant en mei { $limit } kin
    }
refusal-unreadable = wat der meld is, is net te begripen
refusal-record-full = de notaasje fan de partij is fol: de arbiter moat har beëinigje
refusal-not-finished = de partij is noch net dien
refusal-impossible-outcome = ûnder dizze regels einiget gjin partij sa: { $outcome }
refusal-draw-already-offered = { $side } hat al remise oanbean
refusal-no-endgame = remise wurdt net foar de earste set ôfpraat, allinnich yn in einspul
refusal-no-clock = de partij hat gjin klok
refusal-pause-needs-reason = gjin klok wurdt foar it ein fan de partij stilset: neam de reden fan it skoft
refusal-same-result = dit is al de útslach: { $outcome }
held-for-ply = set { $ply } wachtet op in eardere set dy't mist: lit de tablet of it boerd dy stjoere, of leverje de setten yn
held-for-arbiter = set { $ply } wachtet op de arbiter: lit de ûnregelmjittige set derfoar stean, ferbetterje dy of nim dy werom, of beslis it ferskil
draw-agreed = beide spilers hawwe remise ôfpraat, dêr't de arbiter oer beslist; de partij giet oant dan troch
remark-answered-irregularity = de ûnregelmjittige set { $ply } wie beäntwurde en stie dus; dizze beslissing naam dy werom
remark-not-on-board = de útslach is notearre, mar it boerd fan de notaasje lit dit net sjen: { $outcome }

# The fault of a move that was noted on paper: $problem is one of the refusals.
refusal-ply-of-record = healset { $ply } fan 'e notaasje: { $problem }

## The same for players and spectators: without a hint of captures or legal moves (rules art. 24)

neutral-not-accepted = { $played } is net akseptearre
neutral-way-not-clear = { $played } is net dúdlik, neam de fjilden dêrtusken
neutral-not-clear = { $played } is net dúdlik
neutral-already-played = healset { $ply } is al spile

## Moves against the rules, for the arbiter; the article and what was obligatory follow

illegal-move = { $played } is net tastien: { $breach }
irregular-move = { $played } is ûnregelmjittich: { $breach }
irregular-move-is-open = noch net bekend is hokker stikken fan it boerd nommen binne
obligation = ferplichte wie it slaan fan { $worth } mei { $moves }
worth-kings =
    { $kings ->
        [one] { $kings } daam
       *[other] { $kings } dammen
    }
worth-men =
    { $men ->
        [one] { $men } skiif
       *[other] { $men } skiven
    }
worth-kings-and-men = { $kings } en { $men }
breach-no-piece = op it begjinfjild stiet gjin stik
breach-occupied = op it einfjild stiet in oar stik
breach-wrong-pieces-taken = der binne oare stikken fan it boerd nommen as der slein binne
breach-opponents-piece = it stik is fan 'e tsjinstanner
breach-unreachable = it stik kin dat fjild sa net berikke
breach-capture-obligatory = slaan is ferplichte
breach-maximum-capture = in slach fan gruttere wearde giet foar
breach-king-first = in daamslach giet foar in skiifslach fan deselde wearde
breach-king-move-limit = deselde daam mei net mear as trije streken efterinoar dwaan

## Ends of games: the score, a comma, and the reason

outcome = { $score }, { $reason }
score-white-wins = wyt wint
score-draw = remise
score-black-wins = swart wint
score-both-lose = beide ferlieze
score-unplayed = net spile
reason-no-pieces = gjin stikken mear
reason-no-legal-move = gjin set mear mooglik
reason-resignation = opjûn
reason-agreement = yn oerlis
reason-early-agreement = remise ôfpraat foardat beide fyftich setten dien hienen
reason-two-kings-against-one = twa dammen hawwe net binnen sân setten fan ien daam wûn
reason-one-king-each = elk ien daam, gjinien fan beide op slach
reason-repetition = foar de tredde kear deselde stân
reason-king-moves = elk fiifentweintich setten mei allinnich dammen, sûnder slach
reason-sixteen-moves = elk sechstjin setten mei trije stikken tsjin ien daam
reason-five-moves = elk fiif setten yn in einspul tsjin ien daam dat ta fiif setten beheind is
reason-long-diagonal = elk fiif setten mei de iene daam op 'e lange line
reason-king-and-men = elk fiifentweintich setten mei dammen en skiven tsjin ien daam
reason-same-move = trije kear efterinoar deselde set
reason-returned = twa kear op itselde plak weromkommen
reason-flag-fall = op tiid
reason-arbiter = besletten troch de arbiter
reason-forfeit = reglemintêr
reason-no-show = net opdaagd
reason-adjudication = arbitrearre
reason-upset-pieces = stikken trochinoar smiten
reason-refused-to-play = wegere fierder te spyljen
reason-misconduct = misdragen
reason-wrong-board = it boerd lei ferkeard

## Counts that run towards a draw, or block a king; $what is one of the names below, perhaps with a side

count-quiet-moves = { $what }: { $made } fan { $limit } streken
count-times = { $what }: { $made } fan { $limit } kear
count-moves = { $what }: { $made } fan { $limit } setten
count-moves-each = { $what }: elk { $made } fan { $limit } setten
count-king = de daam op { $square }
count-king-is-blocked = mei allinnich slaan
counted-two-kings-against-one = twa dammen tsjin ien
counted-repetition = deselde stân
counted-king-moves = allinnich dammen, sûnder slach
counted-sixteen-moves = trije stikken tsjin ien daam
counted-five-moves = in einspul tsjin ien daam dat ta fiif setten beheind is
counted-long-diagonal = de iene daam op 'e lange line
counted-king-and-men = dammen en skiven tsjin ien daam
counted-same-move = deselde set efterinoar
counted-returned = werom op itselde plak

## Besluten fan de arbiter oer partijen, foar it ferslach

ruling-result = de útslach wurdt fêststeld: { $outcome }
ruling-retract = de setten wurde werom nommen fan heale set { $ply } ôf
ruling-let-stand = de ûnreglemintêre set, of de set dy't it earst spile is, bliuwt stean
ruling-correct = heale set { $ply } wurdt ferbettere: { $played }
ruling-position = de stân wurdt opset: { $fen }
ruling-paper = de partij giet op papier fierder
ruling-complete = de setten fan papier wurde ynlevere fan heale set { $ply } ôf ({ $count })
ruling-resume = de partij giet fierder en har útslach ferfalt
ruling-pause = de klok wurdt stilset
ruling-pause-because = de klok wurdt stilset: { $reason }
ruling-clock-runs = de klok rint wer
ruling-clock-set = de klok fan { $side } wurdt op { $time } set: { $reason }
ruling-absent = { $side } is net kommen
ruling-present = { $side } is kommen
ruling-play-on = de partij giet fierder nei in fallen flagge
ruling-refused = { $ruling } (wegere)
ruling-by-the-game = folget út in partij
