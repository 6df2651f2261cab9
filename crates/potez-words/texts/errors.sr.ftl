# Greške po kodovima; isti kod ima i poruka na engleskom u pravilima igre.

game-over = partija je završena
cannot-read = ne može da se pročita `{ $text }`: na mestu { $at } očekuje se { $expected }

# Partija između dva igrača
session-stale = partija je u međuvremenu otišla dalje: potez { $now }, a ne { $seen }
session-not-your-turn = na potezu je { $player }
session-time-up = igraču { $player } je isteklo vreme
session-nothing-to-take-back = nema poteza koji bi se vratio
session-nothing-to-replay = nema poteza koji bi se ponovio
session-not-offered = tako nešto nije ponuđeno
session-not-allowed = to sada nije moguće
bad-clock = `{ $text }` nije sat kao što je 5+3 (minuti i sekunde po potezu), 90s+1s ili `10s a move`

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
wall-off-board = zid `{ $wall }` je van table: zidovi stoje u redovima od 1 do { $rows } i kolonama od 1 do { $cols }
wall-overlaps = zid `{ $wall }` se preklapa sa zidom `{ $other }`
wall-crosses = zid `{ $wall }` seče zid `{ $other }`
wall-cuts-off = zid `{ $wall }` odseca pešaka { $pawn } na `{ $square }` od polja `{ $home }`
wall-cuts-off-from-all = zid `{ $wall }` odseca pešaka { $pawn } na `{ $square }` od svih ciljeva

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
byte-not-yours = figura { $level } na `{ $square }` nije vaša
byte-not-higher = figura { $level } sa `{ $from }` bi na `{ $to }` bila { $lands }. po redu; mora da dođe više nego što je stajala
byte-too-tall = stek na `{ $to }` bi bio visok { $total }, a najviše je 8
byte-split-step = `{ $to }` je prazno, pa tamo može samo ceo stek sa `{ $from }`
byte-has-neighbours = stek na `{ $from }` ima suseda na `{ $neighbour }`, pa ne može na prazno polje `{ $to }`
byte-bottom-not-yours = donja figura na `{ $square }` nije vaša, pa ceo stek ne možete da pomerite
byte-not-nearer = `{ $to }` nije bliže nijednom od najbližih stekova polja `{ $from }`, udaljenih { $distance ->
    [one] { $distance } korak
    [few] { $distance } koraka
   *[other] { $distance } koraka
}
byte-merge-first = spajanje je moguće, pa potez mora da bude spajanje
byte-not-nearest = stek na `{ $square }` je od najbližeg udaljen { $distance }, a drugi vaš samo { $shortest }
byte-must-move = imate potez, pa ne možete da kažete dalje
byte-must-pass = nemate potez, pa morate da kažete dalje

# Opisi igara i botova
spec-unknown-game = nepoznata igra `{ $name }`: igre su { $games }
spec-unknown-key = { $game } nema ključ `{ $key }`: ključevi su { $keys }
spec-key-twice = { $game }: `{ $key }` je zadat dva puta
spec-not-a-pair = { $game }: očekuje se `ključ=vrednost`, a piše `{ $part }`
spec-bad-value = { $game }: `{ $key }={ $value }` nije dozvoljeno
spec-equal-starts = { $game }: dva pešaka kreću sa `{ $square }`; početna polja moraju da budu četiri različita
spec-start-off-board = { $game }: `{ $key }` navodi `{ $square }`, koje nije na tabli { $rows } × { $cols }
