### One game: what the rules say of moves, why the game refuses something, and how it ends.
### Each is a clause without a capital at its start and without a full stop.

## Names

color-white = wit
color-black = zwart
or = of
other-ways =
    { $others ->
        [one] { $others } andere manier
       *[other] { $others } andere manieren
    }
and = en

## Reasons for which the game refuses an input, for the arbiter

refusal-not-started = de partij is nog niet begonnen
refusal-already-started = de partij is al begonnen, met andere regels of een andere stand
refusal-wrong-variant = de stand hoort bij een andere spelvariant dan de regels
refusal-game-finished = de partij is afgelopen: { $outcome }

# A ply is the move of one side.
refusal-ply-zero = halfzet 0 bestaat niet, de eerste is 1
refusal-ply-too-far-ahead = halfzet { $got } is te ver vooruit, halfzet { $expected } is de volgende
refusal-held-full =
    { $limit ->
        [one] er wacht al { $limit } bericht op halfzet { $expected }
       *[other] er wachten al { $limit } berichten op halfzet { $expected }
    }
refusal-ambiguous-move = { $played } past bij meer dan één slag: { $captures }
refusal-too-complex = na { $played } zijn er te veel slagen om na te gaan
refusal-ply-already-played = halfzet { $ply } is al gespeeld met { $played }, doorgegeven is { $claimed }
refusal-no-such-ply = halfzet { $ply } bestaat niet, de volgende is { $next }
refusal-retracted = halfzet { $ply } is teruggenomen nadat deze zet was gedaan
refusal-waited-too-long = halfzet { $ply } heeft te lang gewacht, halfzet { $expected } ontbreekt nog
refusal-no-irregularity = er wacht geen onregelmatige zet
refusal-unclear-irregularity = { $played } kan pas blijven staan als bekend is welke stukken van het bord zijn genomen
refusal-nothing-to-correct = halfzet { $ply } is al zo vastgelegd
refusal-same-position = de stand is al zo
refusal-on-paper = de partij staat vanaf halfzet { $ply } op papier
refusal-wrong-first-ply = de notatie gaat verder met halfzet { $expected }, niet met { $got }
refusal-wrong-move-count =
    { $count ->
        [one] er is { $count } zet ingeleverd, 1 tot en met { $limit } kan
       *[other] er zijn { $count } zetten ingeleverd, 1 tot en met { $limit } kan
    }
refusal-unreadable = wat er gemeld is, is niet te begrijpen
refusal-record-full = de notatie van de partij is vol: de arbiter moet haar beëindigen
refusal-not-finished = de partij is nog niet afgelopen
refusal-impossible-outcome = onder deze regels eindigt geen partij zo: { $outcome }
refusal-draw-already-offered = { $side } heeft al remise aangeboden
refusal-no-endgame = remise wordt niet voor de eerste zet overeengekomen, alleen in een eindspel
refusal-no-clock = de partij heeft geen klok
refusal-pause-needs-reason = geen klok wordt voor het einde van de partij stilgezet: noem de reden van de pauze
refusal-same-result = dit is al de uitslag: { $outcome }
held-for-ply = zet { $ply } wacht op een eerdere zet die ontbreekt: laat de tablet of het bord die sturen, of lever de zetten in
held-for-arbiter = zet { $ply } wacht op de arbiter: laat de onregelmatige zet ervoor staan, verbeter die of neem die terug, of beslis het verschil
draw-agreed = beide spelers zijn remise overeengekomen, waarover de arbiter beslist; de partij gaat tot dan door
remark-answered-irregularity = de onregelmatige zet { $ply } was beantwoord en stond dus; deze beslissing nam hem terug
remark-not-on-board = de uitslag is genoteerd, maar het bord van de notatie toont dit niet: { $outcome }

# The fault of a move that was noted on paper: $problem is one of the refusals.
refusal-ply-of-record = halfzet { $ply } van de notatie: { $problem }

## The same for players and spectators: without a hint of captures or legal moves (rules art. 24)

neutral-not-accepted = { $played } is niet geaccepteerd
neutral-way-not-clear = { $played } is niet duidelijk, noem de velden ertussen
neutral-not-clear = { $played } is niet duidelijk
neutral-already-played = halfzet { $ply } is al gespeeld

## Moves against the rules, for the arbiter; the article and what was obligatory follow

illegal-move = { $played } is niet toegestaan: { $breach }
irregular-move = { $played } is onregelmatig: { $breach }
irregular-move-is-open = nog onbekend is welke stukken van het bord zijn genomen
obligation = verplicht was het slaan van { $worth } met { $moves }
worth-kings =
    { $kings ->
        [one] { $kings } dam
       *[other] { $kings } dammen
    }
worth-men =
    { $men ->
        [one] { $men } schijf
       *[other] { $men } schijven
    }
worth-kings-and-men = { $kings } en { $men }
breach-no-piece = op het beginveld staat geen stuk
breach-occupied = op het eindveld staat een ander stuk
breach-wrong-pieces-taken = er zijn andere stukken van het bord genomen dan er geslagen zijn
breach-opponents-piece = het stuk is van de tegenstander
breach-unreachable = het stuk kan dat veld zo niet bereiken
breach-capture-obligatory = slaan is verplicht
breach-maximum-capture = een slag van grotere waarde gaat voor
breach-king-first = een damslag gaat voor een schijfslag van gelijke waarde
breach-king-move-limit = dezelfde dam mag niet meer dan drie streken achter elkaar doen

## Ends of games: the score, a comma, and the reason

outcome = { $score }, { $reason }
score-white-wins = wit wint
score-draw = remise
score-black-wins = zwart wint
score-both-lose = beiden verliezen
score-unplayed = niet gespeeld
reason-no-pieces = geen stukken meer
reason-no-legal-move = geen zet meer mogelijk
reason-resignation = opgegeven
reason-agreement = in overleg
reason-early-agreement = remise overeengekomen voordat beiden vijftig zetten hadden gedaan
reason-two-kings-against-one = twee dammen hebben niet binnen zeven zetten van één dam gewonnen
reason-one-king-each = elk één dam, geen van beide op slag
reason-repetition = voor de derde keer dezelfde stand
reason-king-moves = elk vijfentwintig zetten met alleen dammen, zonder slag
reason-sixteen-moves = elk zestien zetten met drie stukken tegen één dam
reason-five-moves = elk vijf zetten in een eindspel tegen één dam dat tot vijf zetten beperkt is
reason-long-diagonal = elk vijf zetten met de ene dam op de lange lijn
reason-king-and-men = elk vijfentwintig zetten met dammen en schijven tegen één dam
reason-same-move = drie keer achter elkaar dezelfde zet
reason-returned = twee keer op dezelfde plaats teruggekeerd
reason-flag-fall = op tijd
reason-arbiter = beslist door de arbiter
reason-forfeit = reglementair
reason-no-show = niet opgekomen
reason-adjudication = gearbitreerd
reason-upset-pieces = stukken dooreen gewerkt
reason-refused-to-play = weigerde door te spelen
reason-misconduct = wangedrag
reason-wrong-board = het bord lag verkeerd

## Counts that run towards a draw, or block a king; $what is one of the names below, perhaps with a side

count-quiet-moves = { $what }: { $made } van { $limit } streken
count-times = { $what }: { $made } van { $limit } keer
count-moves = { $what }: { $made } van { $limit } zetten
count-moves-each = { $what }: elk { $made } van { $limit } zetten
count-king = de dam op { $square }
count-king-is-blocked = mag alleen slaan
counted-two-kings-against-one = twee dammen tegen één
counted-repetition = dezelfde stand
counted-king-moves = alleen dammen, zonder slag
counted-sixteen-moves = drie stukken tegen één dam
counted-five-moves = een eindspel tegen één dam dat tot vijf zetten beperkt is
counted-long-diagonal = de ene dam op de lange lijn
counted-king-and-men = dammen en schijven tegen één dam
counted-same-move = dezelfde zet achter elkaar
counted-returned = terug op dezelfde plaats

## Beslissingen van de arbiter over partijen, voor het verslag

ruling-result = de uitslag wordt vastgesteld: { $outcome }
ruling-retract = de zetten worden teruggenomen vanaf halve zet { $ply }
ruling-let-stand = de onreglementaire zet, of de zet die het eerst gespeeld is, blijft staan
ruling-correct = halve zet { $ply } wordt verbeterd: { $played }
ruling-position = de stand wordt opgezet: { $fen }
ruling-paper = de partij gaat op papier verder
ruling-complete = de zetten van papier worden ingeleverd vanaf halve zet { $ply } ({ $count })
ruling-resume = de partij gaat verder en haar uitslag vervalt
ruling-pause = de klok wordt stilgezet
ruling-pause-because = de klok wordt stilgezet: { $reason }
ruling-clock-runs = de klok loopt weer
ruling-clock-set = de klok van { $side } wordt op { $time } gezet: { $reason }
ruling-absent = { $side } is niet gekomen
ruling-present = { $side } is gekomen
ruling-play-on = de partij gaat verder na een gevallen vlag
ruling-refused = { $ruling } (geweigerd)
ruling-by-the-game = volgt uit een partij
