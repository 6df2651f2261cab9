# Greške po kodovima; isti kod ima i poruka na engleskom u pravilima igre.

game-over = partija je završena
cannot-read = ne može da se pročita `{ $text }`: na mestu { $at } očekuje se { $expected }

unplayable = taj potez ovde nije dozvoljen
not-a-whole-move = `{ $text }` nije ceo potez
no-such-action = nijedan potez nema broj { $action }: brojevi ove igre su od 0 do { $most }, ne svi u upotrebi
bot-wrong-table = ovaj bot nije za igru `{ $game }`

# Partija između dva igrača
session-stale = partija je u međuvremenu otišla dalje: potez { $now }, a ne { $seen }
session-not-your-turn = na potezu je { $player }
session-time-up = igraču { $player } je isteklo vreme
session-nothing-to-take-back = nema poteza koji bi se vratio
session-nothing-to-replay = nema poteza koji bi se ponovio
session-not-offered = tako nešto nije ponuđeno
session-not-allowed = to sada nije moguće
bad-clock = `{ $text }` nije sat kao što je 5+3 (minuti i sekunde po potezu), 90s+1s, `10s a move` ili `3d a move`

# Blokada
not-your-turn = { $player } nije na potezu: igra { $turn }
no-such-pawn = { $player } nema pešaka { $number }: pešaci su 1 i 2
no-pawn = { $player } nema pešaka na `{ $square }`
row-off-board = `{ $square }` je van table: redova ima { $rows }
column-off-board = `{ $square }` je van table: kolona ima { $cols }
already-there = pešak već stoji na `{ $square }`
own-pawn = na `{ $square }` stoji drugi pešak igrača { $player }
enemy-pawn = na `{ $square }` stoji pešak igrača { $enemy }
not-a-step-two = od `{ $from }` do `{ $to }` nije potez pešaka: ide se dva polja pravo ili jedno ukoso
not-a-step-upto = od `{ $from }` do `{ $to }` nije potez pešaka: ide se jedno ili dva polja pravo ili jedno ukoso
not-a-step-one = od `{ $from }` do `{ $to }` nije potez pešaka: ide se jedno polje pravo
blocked = put od `{ $from }` do `{ $to }` zatvara zid `{ $wall }`
wall-required = posle pešaka mora da se postavi zid
no-wall-with-win = uz `{ $to }` ne ide zid: potez dobija partiju
pawn-required = pre zida mora da se pomeri pešak
pawn-or-wall = potez je pešak ili zid, jedno od to dvoje
no-blue-walls = { $player } više nema plavih zidova
no-green-walls = { $player } više nema zelenih zidova
wall-off-board = zid `{ $wall }` je van table: zidovi stoje u redovima od `a` do `{ $rows }` i kolonama od 1 do { $cols }
wall-overlaps = zid `{ $wall }` se preklapa sa zidom `{ $other }`
wall-crosses = zid `{ $wall }` seče zid `{ $other }`
wall-cuts-off = zid `{ $wall }` odseca { $cuts }

# Havana
cell-taken = polje `{ $cell }` je zauzeto
cell-off-board = polje `{ $cell }` nije na tabli veličine { $size }
swap-off = zamena nije moguća: u ovoj partiji se igra bez nje
swap-too-late = zamena je moguća samo u drugom potezu, a ovo je { $ply }. potez
swap-too-early = zamena je moguća samo u drugom potezu: još nema kamena koji bi se preuzeo

# Byte
byte-off-board = `{ $square }` nije na tabli { $size } × { $size }
byte-light-square = `{ $square }` je svetlo polje, a igra se na tamnim
byte-not-adjacent = `{ $to }` nije dijagonalni sused polja `{ $from }`
byte-no-stack = na `{ $square }` nema steka
byte-no-such-level = u steku na `{ $square }` nema figure { $level }: visok je { $height }
byte-not-yours = figura { $level } na `{ $square }` nije tvoja
byte-not-higher = figura { $level } sa `{ $from }` bi na `{ $to }` bila { $lands }. po redu; mora da dođe više nego što je stajala
byte-too-tall = stek na `{ $to }` bi bio visok { $total }, a najviše je 8
byte-split-step = `{ $to }` je prazno, pa tamo može samo ceo stek sa `{ $from }`
byte-has-neighbours = stek na `{ $from }` ima suseda na `{ $neighbour }`, pa ne može na prazno polje `{ $to }`
byte-bottom-not-yours = donja figura na `{ $square }` nije tvoja, pa ceo stek ne možeš da pomeriš
byte-not-nearer = `{ $to }` nije bliže nijednom od najbližih stekova polja `{ $from }`, udaljenih { $distance ->
    [one] { $distance } korak
    [few] { $distance } koraka
   *[other] { $distance } koraka
}
byte-merge-first = spajanje je moguće, pa potez mora da bude spajanje
byte-not-nearest = stek na `{ $square }` je od najbližeg udaljen { $distance }, a drugi tvoj samo { $shortest }
byte-must-move = imaš potez, pa ne možeš da propustiš
byte-must-pass = nemaš potez, pa moraš da propustiš

# Opisi igara i botova
spec-unknown-game = nepoznata igra `{ $name }`: igre su { $games }
spec-unknown-key = { $game } nema ključ `{ $key }`: ključevi su { $keys }
spec-key-twice = { $game }: `{ $key }` je zadat dva puta
spec-not-a-pair = { $game }: očekuje se `ključ=vrednost`, a piše `{ $part }`
spec-bad-value = { $game }: `{ $key }={ $value }` nije dozvoljeno: { $key } je { $allowed }
spec-equal-starts = { $game }: dva pešaka kreću sa `{ $square }`; početna polja moraju da budu četiri različita
spec-start-off-board = { $game }: `{ $key }` navodi `{ $square }`, koje nije na tabli { $rows } × { $cols }
bot-unknown = nijedan bot `{ $name }` ne igra { $game }: botovi su { $bots }
bot-unknown-key = `{ $name }` nema parametar `{ $key }`: parametri su { $keys }
bot-not-a-pair = `{ $name }`: očekuje se `ključ=vrednost`, a piše `{ $part }`
bot-bad-value = `{ $name }`: `{ $key }={ $value }` nije dozvoljeno: { $key } je { $allowed }
self-play-unknown = { $game } nema partije sa samim sobom
self-play-weights = ove težine nisu mreža za { $game }

# Pozicije koje pravila ne dozvoljavaju
wall-off-colour = zid `{ $wall }` leži popreko svoje boje
no-such-square = nema polja u redu { $row } i koloni { $col }
pawn-off-board = `{ $square }` nije na tabli
pawn-count = { $player } ima dva pešaka, a ne { $count }
walls-overlap = zid `{ $wall }` se preklapa sa zidom `{ $other }`
walls-cross = zid `{ $wall }` seče zid `{ $other }`
too-many-walls-left = { $player } ne može da ima još { $blue } plavih i { $green } zelenih zidova: igrač ima po { $most } od svake boje
pawn-cut-off = { $pawn } na `{ $square }` nema put do cilja
winner-to-move = { $player } je na potezu, a njegov pešak već stoji na cilju `{ $square }`
two-pawns-on-goals = oba pešaka igrača { $player } stoje na ciljevima
pawns-share-square = na `{ $square }` stoje dva pešaka
walls-do-not-add-up = { $colour ->
    [blue] plavih
   *[other] zelenih
} zidova na tabli stoji { $standing }, preostalo je { $left }, a ukupno ih ima { $all }
stones-on-cell = na polju stoji jedan kamen, a ne { $count }
no-such-cell = red { $row } i kolona { $col } nisu na tabli ili su zadati dva puta
turn-and-ply = posle { $ply } poteza nije na redu { $player }
stone-count = X ima { $x } kamenova, a O { $o }; posle { $ply } poteza, kad je na potezu { $turn }, X ima { $xs }, a O { $os }
two-winners = oba igrača imaju pobednički lanac
winner-on-turn = { $player } je već pobedio, a na potezu je
won-before = nijedan kamen igrača { $player } sam ne donosi pobedu: partija je već bila završena
byte-not-dark = nema tamnog polja u redu { $row } i koloni { $col }
byte-stack-twice = stek na `{ $square }` je zadat dva puta
byte-stack-too-high = stek na `{ $square }` je visok { $height }; sa osam figura napušta tablu
byte-score-too-high = do { $x }-{ $o } nijedna partija ne dođe; pobeđuje ko prvi od { $stacks } kula uzme { $majority }
byte-checkers = kod { $x }-{ $o } na tabli ima { $expected } figura, a ne { $found }
byte-checkers-of-one = kod { $x }-{ $o } igraču { $player } je ostalo najviše { $most } figura, a ne { $count }

# Snimanje pretrage
bot-no-search = `{ $bot }` ne pretražuje: nema šta da se pokaže; botovi koji pretražuju su { $bots }
bot-no-technique = `{ $bot }` nema tehniku `{ $technique }` koja bi se izostavila: ima { $techniques }

# Otvaranja
book-bad-line = to nije red knjige: { $what } u `{ $line }`
