### Reasons for the pairing of a round. Each is a clause without a full stop.

## The Swiss system (KNDB): who has which colour

pair = { $white } hat wyt tsjin { $black }: { $reason }
colors-first-round = as earste neamd yn de lotting foar de earste ronde (KNDB D)
colors-both = beide krije har kleurfoarkar (KNDB E1)
colors-one = { $player } kriget de kleurfoarkar, { $other } hat noch net spile (KNDB E1)

# $stronger and $weaker are strengths of a preference.
colors-stronger = beide hawwe foarkar foar { $color }, en dy fan { $player } is it sterkst: { $stronger } tsjin { $weaker } (KNDB E2)
strength-light = licht
strength-strong = sterk
strength-absolute = absolút
colors-alternation = beide hawwe like sterk foarkar foar { $color }; { $white } hie swart doe't har kleuren it lêst ferskilden, yn ronde { $round } (KNDB E3)
colors-alternation-shifted = beide hawwe like sterk foarkar foar { $color }; { $white } hie swart doe't har kleuren it lêst ferskilden, yn ronde { $white_round } fan { $white } en ronde { $black_round } fan { $black }: ronden sûnder partij telle net mei (KNDB E3, F4)
colors-higher-classified = beide hawwe like sterk foarkar foar { $color } en hiene oant no ta deselde kleuren; { $player } is heger klassearre (KNDB E4)
colors-no-preference = beide hawwe noch net spile; { $player } is heger klassearre (KNDB A4)

## The Swiss system: who goes to the waiting room, and who has the bye

float = { $player } giet út de puntegroep fan { $points } nei de wachtkeamer: { $reason }
float-no-opponent = yn de groep is gjin mooglike tsjinstanner (KNDB C2)
float-rest-unpairable = oars kin net elkenien yndield wurde (KNDB C9)
float-others-barred = nimmen oars fan de groep mei frij wêze: elk hie al in punt sûnder te spyljen (KNDB B1b)
float-size = oars wurdt de wachtkeamer grutter (KNDB C3)
float-fewest-points = oars geane der spilers mei mear punten (KNDB C4.1)
float-floats-again = oars moatte mear spilers dêrnei op 'e nij nei de wachtkeamer (KNDB C4.2)
float-next-waiting-room = oars wurdt de wachtkeamer fan de folgjende groep grutter (KNDB C4.3)
float-score-difference = oars wurde de puntferskillen yn de pearen grutter (KNDB B3)
float-color = oars krije minder spilers fan de groep har kleurfoarkar (KNDB C4.4)
float-higher-classified = al it oare is gelyk, en dan wurdt de heger klassearre keazen (KNDB C4.5)
waiting-room-enlarged = de wachtkeamer fan de puntegroep fan { $points } is grutter as de groep sels nedich hat, sadat elkenien dêrûnder yndield wurde kin (KNDB C9)
bye = { $player } hat in frije ronde (KNDB F1): { $reason }
bye-first-lot = de lotting jout dy oan it earste nûmer (KNDB D1)
bye-last-lot = de lotting jout dy oan it lêste nûmer (KNDB D2)
bye-barred = útsletten troch in punt sûnder te spyljen (KNDB B1b): { $players }
exempt = yn de lêste ronde jildt KNDB B2 net foar spilers mei mear as de helte fan de punten: { $players }

## The Swiss system: no pairing, and the final order

no-legal-pairing = der is gjin tastiene yndieling: hoe dan ek wurdt KNDB B1 of KNDB B2 skeind, en de arbiter beslist (KNDB C9)
tournament-over = it toernoai is dien: alle ronden binne spile
first-by-mutual-result = { $player } is earste troch de partijen tusken dyjingen mei de measte punten (KNDB F12.2)
final-order = de folchoarder giet nei punten, WP, SB en lotnûmer (KNDB F12)

## Manners of pairing a round

by-schedule = yndield neffens it skema
play-off = { $names } spylje om harren dielde plak
winners = de groepswinners spylje tsjin inoar
by-hand = mei de hân yndield
of-group = groep { $group }: { $text }
counted-as-draw = de partij oan tafel { $table } fan omgong { $round } hat gjin útslach en telde as remise (KNDB F11)
colors-reversed = de partij oan tafel { $table } is mei omkearde kleuren spile (KNDB F7)
no-opponent = { $name } hat gjin tsjinstanner: it tal is ûneven
opponent-withdrew = { $name } is frij: { $gone } hat him of har weromlutsen
absent-with-bye = { $name } is frij (KNDB F1)
absent-with-half-point = { $name } hat in frije omgong foar in heal punt (KNDB F9)
absent-withdrawn = { $name } is net yndield: weromlutsen (KNDB F5)
absent = { $name } is net yndield: ôfwêzich (KNDB F5)
chooses-by-points = { $name } mei tsjin { $other } de kleur kieze: mear punten yn de poule (2006 art. 14d)
chooses-by-wins = { $name } mei tsjin { $other } de kleur kieze: likefolle punten en mear oerwinningen yn de poule (2006 art. 14d)
chooses-by-lot = der wurdt lotte om de kleuren fan { $one } en { $other } (2006 art. 14d)

## Breaches of norms in a pairing made by hand; the article follows

warning-met-before = { $first } en { $second } spilen al tsjin inoar yn ronde { $round }
warning-second-free-point = { $name } krige yn ronde { $round } al in punt sûnder te spyljen
warning-color-balance = { $name } krijt yn totaal te faak { $color }
warning-third-color = { $name } krijt foar de tredde kear efterinoar { $color }
warning-not-in-schedule = { $first } en { $second } steane sa net yn it skema fan dizze ronde
warning-other-group = { $first } en { $second } sitte net yn deselde groep
warning-absent = { $name } is ôfmeld foar dizze ronde
warning-withdrawn = { $name } is ophâlden
warning-not-paired = { $name } is net yndield
