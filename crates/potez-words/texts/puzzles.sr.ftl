# Zadaci: pozicije sa tačno jednim dobrim potezom.

puzzle-heading = Zadatak { $id } · { $game } · težina { $difficulty }
puzzle-moves = { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}
puzzle-goal = { $goal ->
    [win] pobeda
    [hold] otpor
   *[draw] remi
}
puzzle-task = { $goal ->
    [win] { $player } je na potezu i pobeđuje
    [hold] { $player } je na potezu i gubi: odupri se što duže
   *[draw] { $player } je na potezu i spasava remi
}, { $count ->
    [one] nađi { $count } potez
    [few] nađi { $count } poteza
   *[other] nađi { $count } poteza
}
puzzle-right = Tačno. Odgovor je { $answer }.
puzzle-solved = Rešeno.
puzzle-solved-line = Rešeno. Dalje ide { $rest }.
puzzle-wrong = { $result ->
    [loss] { $move } gubi.
    [draw] { $move } donosi samo remi.
    [sooner] { $move } gubi ranije.
   *[unknown] { $move } nije taj potez.
}
puzzle-wrong-line = { $result ->
    [loss] { $move } gubi
    [draw] { $move } donosi samo remi
    [sooner] { $move } gubi ranije
   *[unknown] { $move } nije taj potez
}: { $line }
puzzle-hint = Misli na ovo: { $themes }
puzzle-solution = Rešenje je { $line }
puzzle-score = Rešeno { $solved } od { $tried } · niz { $streak }
puzzle-enter = Enter postavlja sledeći.

puzzle-theme-bridge = most
puzzle-theme-fork = vila
puzzle-theme-ring = prsten
puzzle-theme-double-threat = dvostruka pretnja
puzzle-theme-ladder = merdevine
puzzle-theme-defence = odbrana
puzzle-theme-quiet = tihi potez
puzzle-theme-closing-wall = zid koji zatvara
puzzle-theme-race = trka za tempo
puzzle-theme-cul-de-sac = slepa ulica
puzzle-theme-guard = straža
puzzle-theme-no-move = bez poteza
puzzle-theme-walls-gone = bez zidova
puzzle-theme-last-top = poslednji vrh
puzzle-theme-zugzwang = iznudica
puzzle-theme-forced-pass = iznuđeno propuštanje
puzzle-theme-completion = završen stek
puzzle-theme-gift = poklon
puzzle-theme-hold = otpor do kraja

web-nav-puzzles = Zadaci
web-puzzle-mode = Način
web-puzzle-practice = Vežba
web-puzzle-daily = Zadatak dana
web-puzzle-rush = Juriš: 3 minuta, 3 greške
web-puzzle-theme = Tema
web-puzzle-all = Svi zadaci ({ $count })
web-puzzle-none = Ovde nema zadataka.
web-puzzle-next = Sledeći zadatak
web-puzzle-hint = Savet
web-puzzle-solution = Pokaži rešenje
web-puzzle-skip = Preskoči
web-puzzle-back = Nazad na zadatak
web-puzzle-again = Još jednom
web-puzzle-export = Sačuvaj napredak
web-puzzle-import = Učitaj napredak
web-puzzle-imported = Tvoj napredak je učitan.
web-puzzle-not-imported = U ovoj datoteci nema napretka u zadacima.
web-puzzle-best = najduži niz { $best }
web-puzzle-due = { $count ->
    [one] { $count } dolazi ponovo
    [few] { $count } dolaze ponovo
   *[other] { $count } dolazi ponovo
}
web-puzzle-days = { $count ->
    [one] { $count } dan zaredom
    [few] { $count } dana zaredom
   *[other] { $count } dana zaredom
}
web-puzzle-rush-score = { $seconds } s · rešeno { $solved } · preostalo grešaka { $left }
web-puzzle-rush-over = Juriš je gotov: rešeno { $solved }. Tvoj rekord je { $best }.

puzzle-unknown = nema zadatka `{ $id }`
puzzle-bad-line = to nije zadatak: { $what } u `{ $line }`
puzzle-unplayable = zadatak { $id }: { $message }
puzzle-wrong-id = zadatak { $id }: njegova pozicija je od { $expected }
puzzle-not-kept = zadatak { $id }: nije dokazano da `{ $mv }` čuva ishod
puzzle-not-only = zadatak { $id }: nije dokazano da `{ $mv }` umesto `{ $only }` ispušta ishod
puzzle-stopped = zadatak { $id }: prekinuto pre nego što je sve dokazano
