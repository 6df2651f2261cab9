# Snimljena pretraga, korak po korak.

explain-title = Pretraga, korak po korak
explain-heading = { $game }: kako pretražuje `{ $bot }`
explain-about = Izaberi poziciju i bota: njegova pretraga se snima, a ti je prelaziš korak po korak.
explain-example-alphabeta = Alfa-beta: početak Bajta
explain-example-tree = Monte Karlo stablo: Havana na maloj tabli, sa slučajnim partijama i tehnikom RAVE
explain-example-proof = Pretraga brojevima dokaza: most u Havani koji se ne može sprečiti
explain-example-minimax = Minimaks s prvog kursa, sa članovima svoje procene: Blokada
explain-result = { $name }: { $moves } ({ $value }), čvorova: { $nodes }.
explain-truncated = Sačuvano je prvih { $kept } od { $made } koraka; brojevi važe za celu pretragu.
explain-given-up = Prekinuto posle { $nodes } čvorova.
explain-board = Tabla ovog čvora
explain-controls = Koraci
explain-tree = Stablo
explain-counts = Šta je izbrojano
explain-plies = Po dubini od korena
explain-ply = polupotez
explain-base = sve tehnike
explain-comparison = Koliko vredi koja tehnika
explain-compare-depth = Svaki red pretražuje do dubine { $depth } bez jedne tehnike. Čvorovi su oni do kraja te dubine.
explain-compare-same = Na ovoj dubini još nijedna tehnika ništa ne menja: pretražujte dublje, s više čvorova.
explain-compare-proof = Svaki red pretražuje bez jedne tehnike: dok se pitanje ne reši, ili, gde ga ova pretraga nije rešila, sa isto toliko čvorova.
explain-compare-tree = Svaki red pravi { $nodes } simulacija bez jedne tehnike.
explain-root-moves = Potezi korena na kraju
explain-without = bez: { $technique }
explain-stage-solver = rešavač, pre pretrage
explain-stage-proof = rešavač, o nađenom potezu
explain-stage-second-search = druga pretraga, bez opovrgnutih poteza
explain-stage-confirmation = svi potezi, da se tvrdnja potvrdi
explain-look = Pogledaj
explain-beside = Uporedo
explain-beside-never = Uporedna pretraga nikada ne dolazi dovde.
explain-beside-worth = Ova pozicija ovde: poseta { $visits }, čvorova ispod { $below }; uporedo: poseta { $otherVisits }, čvorova { $otherBelow }.
explain-more = još { $count }
explain-root = zadata pozicija
explain-iteration = dubina { $depth }
explain-can-win = Može li { $player } da iznudi pobedu?
explain-to-move = na potezu je { $player }
explain-step-of = Korak { $step } od { $count }
explain-keys = Tasteri: ← → jedan korak, `Page Up` i `Page Down` dvadeset, `Home` i `End`, ↑ do roditelja, ↓ do prvog deteta, razmaknica pušta i zaustavlja, `n` i `N` traže sledeći i prethodni događaj izabrane vrste.
explain-theme = Tema
explain-theme-system = kao sistem
explain-theme-light = svetla
explain-theme-dark = tamna
explain-theme-contrast = visok kontrast
explain-print = Štampaj
explain-first = Početak
explain-back = Nazad
explain-next = Napred
explain-last = Kraj
explain-play = Pusti
explain-pause = Zaustavi
explain-step = Korak
explain-jump = Idi na korak
explain-speed = Brzina
explain-pace = { $pace } u sekundi
explain-find = Traži
explain-find-back = Traži unazad
explain-find-next = Traži unapred
explain-not-found = Više ih nema.
explain-to-potez = `Potez`
explain-ask = Snimi pretragu
explain-ask-game = Igra
explain-ask-position = Pozicija (prazno: početna)
explain-ask-moves = Potezi
explain-ask-bot = Bot
explain-ask-nodes = Čvorovi

explain-event-cutoff = odsecanja
explain-event-table = odsecanja tabelom
explain-event-research = ponovne pretrage
explain-event-reduced = skraćenja
explain-event-over = kraj partije
explain-event-root = koren
explain-event-proven = dokazi
explain-event-disproven = opovrgnuća
explain-event-expanded = širenja

explain-win-in = pobeda za { $plies }
explain-loss-in = poraz za { $plies }
explain-proven-win = dokazana pobeda
explain-proven-loss = dokazan poraz
explain-proven-draw = dokazan remi
explain-proven-for = { $winner ->
    [x] pobeđuje X
    [o] pobeđuje O
   *[draw] remi
}

# Alfa-beta
explain-enters = { $move }: na potezu je { $player }. Ovde su bitne samo vrednosti unutar prozora { $window }.
explain-first-move = To je bio prvi isprobani potez: dobar redosled.
explain-why-cutoff = Odsecanje kod { $move }: { $reply } igraču { $player } vredi { $worth }, a to nije ispod β = { $edge }. Protivnik već ima nešto bolje iznad i neće doći ovamo, pa se ostali potezi ne pretražuju.
explain-why-beta = Odsecanje kod { $move }: { $reply } donosi { $worth }, a to nije ispod β = { $edge }. Protivnik, koji minimizuje, već ima nešto bolje iznad, pa se ostali potezi ne pretražuju.
explain-why-alpha = Odsecanje kod { $move }: { $reply } donosi { $worth }, a to nije iznad α = { $edge }. Igrač koji traži i maksimizuje već ima nešto bolje iznad, pa se ostali potezi ne pretražuju.
explain-why-table = { $move }: pretraga nije potrebna. Tabela zna { $bound } { $value } iz pretrage dubine { $depth }; tražena je dubina { $needed }.
explain-why-all = { $move }: pretraženi su svi potezi ({ $count }); vrednost je { $value }.
explain-why-low = { $move }: nijedan od poteza ({ $count }) ne prelazi donju ivicu prozora { $window }: vrednost je najviše { $value }, gledano od igrača koji je ovde poslednji igrao.
explain-why-pruned = { $move }: posle { $count } poteza ostali su prekasno u redosledu da bi se pretražili (odsecanje kasnih poteza).
explain-why-evaluated = { $move }: ovde je kraj dubine. Procena kaže { $value }.
explain-why-stand-pat = { $move }: već sama procena, { $value }, iznad je prozora; oštar potez nije potreban.
explain-why-over = { $move }: partija je završena, { $value }.
explain-why-known = { $move }: ishod se zna bez pretrage, { $value }.
explain-why-repetition = { $move }: ova pozicija je već bila; računa se kao remi.
explain-why-stopped = { $move }: ovde je ponestalo čvorova.
explain-end-cutoff = odsecanje
explain-end-table = tabela
explain-end-all = svi potezi
explain-end-pruned = kasni odsečeni
explain-end-evaluated = procena
explain-end-stand-pat = dovoljna procena
explain-end-over = kraj partije
explain-end-known = poznato
explain-end-repetition = ponavljanje
explain-end-stopped = prekinuto
explain-pass-root = koren
explain-pass-full = pun prozor
explain-pass-scout = izviđanje: nulti prozor
explain-pass-reduced = skraćeno
explain-pass-research = ponovna pretraga
explain-pass-quiescence = smirivanje
explain-source-root = kako ga je rangirala prethodna iteracija
explain-source-table = potez iz tabele
explain-source-killer = ubica (`killer`)
explain-source-counter = protivpotez
explain-source-order = redosled same igre
explain-history = istorija { $points }
explain-bound-exact = tačno
explain-bound-lower = najmanje
explain-bound-upper = najviše
explain-hit = { $bound } { $value }, dubina { $depth }
explain-fact-window = Prozor (za igrača koji je ovde stigao)
explain-fact-own-window = Prozor (za igrača na potezu)
explain-fact-depth = Polupoteza do kraja
explain-fact-order = Mesto u redosledu
explain-fact-pass = Pretraga
explain-fact-extended = Produženo za
explain-fact-blind = Skraćeno, nema poteza iz tabele
explain-fact-table = Tabela
explain-fact-value = Vrednost (za igrača koji je ovde stigao)
explain-terms = Članovi procene, sa težinama
explain-term-enemy-path = polja na najkraćem putu protivnika
explain-term-own-path = jedan kroz broj polja na svom najkraćem putu
explain-term-stones = kamenčići
explain-term-edges = dodirnute ivice (3·ivice²)
explain-term-corners = dodirnuti uglovi (po 6)
explain-term-piece-count = preostale figure
explain-term-piece-number = visina napuštenog steka
explain-term-sum-of-pieces = visina novog steka
explain-term-top-colour = svoja figura na vrhu
explain-term-new-position = gde staje
explain-term-direction = ka centru
explain-term-stack-division = svoja figura ostaje na vrhu

# Pretraga brojevima dokaza
explain-or = ILI
explain-and = I
explain-or-node = ILI: dovoljan je jedan dokazan potez
explain-and-node = I: mora biti dokazan svaki potez
explain-proof-enters = { $move }: potrebno je bar { $proof } pozicija da se dokaže da { $player } pobeđuje, a { $disproof } da se to opovrgne. Pretraga ostaje dok neki broj ne stigne do { $proofLimit } ili { $disproofLimit }.
explain-proven-or = { $move }: dokazano. Jedan potez igrača { $player } pobeđuje.
explain-proven-and = { $move }: dokazano. { $player } pobeđuje posle svakog odgovora.
explain-disproven-or = { $move }: opovrgnuto. Nijedan potez igrača { $player } ne pobeđuje.
explain-disproven-and = { $move }: opovrgnuto. Jedan odgovor sprečava pobedu igrača { $player }.
explain-left-proof = { $move }: napušteno. Broj dokaza { $proof } stigao je do praga { $proofLimit }: sada više obećava drugi potez.
explain-left-disproof = { $move }: napušteno. Broj opovrgnuća { $disproof } stigao je do praga { $disproofLimit }: sada više obećava drugi potez.
explain-solved = { $count }: odmah dokazano { $proven }, opovrgnuto { $disproven }
explain-fact-kind = Vrsta
explain-fact-thresholds = Pragovi (dokaz / opovrgnuće)
explain-fact-before = Brojevi pre
explain-fact-after = Brojevi posle
explain-fact-moves = Potezi
explain-fact-work = Razvijeno pozicija

# Monte Karlo pretraga stabla
explain-visits = { $count ->
    [one] { $count } poseta
    [few] { $count } posete
   *[other] { $count } poseta
}
explain-leaf-playout = Simulacija { $number }: { $moves }. Odigrana partija odatle donosi igraču X { $value } poena.
explain-leaf-evaluated = Simulacija { $number }: { $moves }. Procena donosi igraču X { $value } poena.
explain-leaf-over = Simulacija { $number }: { $moves }. Partija je završena: X dobija { $value } poena.
explain-leaf-proven = Simulacija { $number }: { $moves }. Ishod je dokazan: X dobija { $value } poena.
explain-leaf-repetition = Simulacija { $number }: { $moves }. Pozicija je već bila: remi.
explain-expanded = List dobija decu: { $count }.
explain-now-proven = Sada je dokazano: { $move } ({ $winner ->
    [x] pobeđuje X
    [o] pobeđuje O
   *[draw] remi
}).
explain-fact-visits = Posete
explain-fact-mean = Prosek za igrača koji bira
explain-choices = Zašto je izabran koji potez: odlučuje najveći zbir
explain-column-move = potez
explain-column-visits = posete
explain-column-mean = prosek
explain-column-amaf-visits = `RAVE` posete
explain-column-amaf-mean = `RAVE` prosek
explain-column-beta = udeo `RAVE`
explain-column-exploration = istraživanje
explain-column-prior = apriorno
explain-column-prior-term = apriorni član
explain-column-sum = zbir
explain-column-rivals = sledeći po redu
explain-column-proof = dokaz
explain-column-run = pretraga
explain-column-nodes = čvorovi
explain-column-factor = odnos
explain-column-depth = dubina
explain-column-best = najbolji potez
explain-column-value = vrednost

explain-count-nodes = čvorovi
explain-count-visits = posete
explain-count-cutoffs = odsecanja
explain-count-first-move-cutoffs = od toga prvim potezom
explain-count-table-probes = pitanja tabeli
explain-count-table-hits = pogoci u tabeli
explain-count-table-cutoffs = odsecanja tabelom
explain-count-evaluations = procene
explain-count-reductions = skraćene pretrage
explain-count-re-searches = ponovne pretrage
explain-count-extensions = produženja
explain-count-pruned = čvorovi sa odsečenim kasnim potezima
explain-count-simulations = simulacije
explain-count-expansions = širenja
explain-count-tree-nodes = sačuvani čvorovi stabla
explain-count-proven = dokazi
explain-count-disproven = opovrgnuća
explain-first-share = { $percent } % odsecanja donosi prvi potez: što je bolji redosled, to više.

explain-technique-cutoffs = alfa-beta odsecanje
explain-technique-table = tabela transpozicija
explain-technique-ordering = redosled poteza
explain-technique-killers = potezi-ubice
explain-technique-history = istorija poteza
explain-technique-counter-moves = protivpotezi
explain-technique-null-windows = nulti prozori
explain-technique-aspiration = suženi prozori
explain-technique-reductions = skraćenje kasnih poteza
explain-technique-pruning = odsecanje kasnih poteza
explain-technique-internal-reductions = unutrašnje skraćenje
explain-technique-quiescence = pretraga smirivanja
explain-technique-extensions = produženja
explain-technique-rave = `RAVE`
explain-technique-prior = apriorna procena
explain-technique-exploration = istraživanje
explain-technique-epsilon = pragovi 1+ε
