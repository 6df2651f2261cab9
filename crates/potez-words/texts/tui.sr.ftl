# Aplikacija u terminalu.

tui-title = Potez: { $games }
tui-human = čovek
tui-level = nivo { $level } od 10
tui-level-full = nivo { $level }: puna snaga
tui-too-small = Prozor je premali: povećaj ga bar na { $width } × { $height }.
tui-language = srpski
tui-menu-resume = Prekinuta partija
tui-menu-throw = Pritisni Delete još jednom da odbaciš ovu partiju.
tui-waiting = Čeka te prekinuta partija: do nje vodi F8.
tui-menu-back = Nazad u partiju
tui-menu-game = Igra
tui-menu-preset = Pravila
tui-menu-own-rules = tvoja
tui-menu-time = Vreme bota po potezu
tui-menu-clock = Sat
tui-menu-no-clock = bez sata
tui-menu-language = Jezik
tui-menu-start = Počni
tui-menu-load = Učitaj datoteku
tui-menu-quit = Izađi
tui-menu-help = ↑↓ bira, ←→ menja, Enter potvrđuje, F1 pravila, `q` izlaz.
tui-menu-file-help = Unesi ime zapisa, pa Enter; Esc odustaje.
tui-key-help = Pomoć
tui-key-hint = Savet
tui-key-analysis = Ocena
tui-key-undo = Nazad
tui-key-redo = Napred
tui-key-sides = Obrni
tui-key-resign = Predaj
tui-key-new = Nova
tui-key-save = Snimi
tui-key-quit = Kraj
tui-key-paths = Putevi
tui-key-review = Pregled
tui-help = Strelice pomeraju pokazivač, Enter bira, Tab ide na sledeći izbor, razmaknica okreće zid ili uzima drugi nivo, Esc počinje iznova.
    Mišem se biraju polja, zidovi i figure: figura se uzima sa svime iznad nje i spušta sledećim klikom, ili se prevlači. I tasteri na dnu mogu se kliknuti.
    Potez se može i otkucati: počni njegovim prvim slovom i završi tasterom Enter.
    {""}
    F1 ili ?  ova pomoć             F7  predaja
    F2  savet: gde, pa šta          F8 ili Ctrl-n  meni
    F3  ocena                       F9 ili Ctrl-s  snimanje
    F4 ili Ctrl-z  vraćanje       F10  kraj
    F5 ili Ctrl-y  ponavljanje    F11 ili Ctrl-p  najkraći putevi
    F6  zamena strana               F12 ili Ctrl-r  pregled partije
    {""}
    Dok je ocena otvorena, tasteri od 1 do 9 biraju kandidata; Enter ga igra.
    Svaki F11 pokazuje druge puteve: sve, pa jedan po jedan, pa nijedan.
    {""}
    Reči koje se mogu otkucati: `rules`, `moves`, `board`, `record`, `ways`, `paths`, `hint`, `analysis`, `undo`, `redo`, `sides`, `resign`, `review`, `new`, `save` ime, `load` ime, `quit`.
    Napuštena partija nudi se pri sledećem pokretanju. Bilo koji taster zatvara ovo.
tui-ask-resign = { $player } predaje? Enter ili d: da; bilo koji drugi taster: ne.
tui-thinking = { $player } razmišlja
tui-thinking-hint = Tražim savet …
tui-analysing = Analiziram …
tui-progress = dubina { $depth }, čvorova { $nodes }
tui-proven-win = dobija (dokazano)
tui-proven-loss = gubi (dokazano)
tui-proven-draw = remi (dokazano)
tui-stock-blue = Plavi zidovi
tui-stock-green = Zeleni zidovi
tui-stock-score = Osvojene kule
tui-stack = { $cell }: { $pieces } odozdo, visina { $count }
tui-hint-where = Pogledaj označeno mesto. Još jednom za potez.
tui-hint-move = Probaj { $move }
tui-nothing-here = { $cell } se sada ne može izabrati
tui-bot-failed = Bot je zakazao: { $error }
tui-not-loaded = Datoteka { $file } nije učitana: { $error }
tui-out-of-time = Igraču { $player } je isteklo vreme
tui-enter = Enter: { $move }
tui-step-piece = Izaberi figuru.
tui-step-cell = Izaberi polje.
tui-step-target = Izaberi kuda ide.
tui-step-level = Izaberi kuda ide ceo stek, ili najnižu figuru koju dižeš.
tui-step-wall = Izaberi zid; razmaknica ga okreće.
tui-step-wall-or-done = Izaberi zid, ili Enter dalje od zidova da ga ne postaviš.
tui-step-piece-or-wall = Izaberi figuru ili zid; razmaknica ide na sledeći izbor.
tui-or-type = Ili otkucaj { $words }.
tui-step-candidate = Enter igra ovog kandidata.
tui-step-word = Enter igra jedini potez.
tui-step-over = Partija je gotova: F12 pregled, F4 vraća potez, F8 počinje drugu.
tui-bot-potez = puna snaga
tui-bot-random = nasumični
tui-bot-greedy = pohlepni
tui-bot-classic = originalni
tui-parameter-depth = dubina
tui-parameter-radius = poluprečnik
tui-parameter-level = nivo
tui-parameter-time = vreme
tui-menu-rules = Pravila ove igre
tui-menu-usual = uobičajeno
tui-menu-value-help = Unesi vrednost, pa Enter; prazno znači uobičajeno; Esc odustaje.
tui-about-resume = Enter je nastavlja, Delete dvaput je odbacuje.
tui-about-first = X igra prvi. Strelice levo i desno biraju ko je to: čovek, nivo ili drugi bot.
tui-about-second = O igra drugi.
tui-about-depth = Koliko poteza unapred gleda originalni igrač.
tui-about-radius = Koliko polja oko protivničkog pešaka originalni igrač razmatra zidove.
tui-about-time = Koliko bot sme da razmišlja o potezu kad nema sata.
tui-about-clock = Minuti za partiju i sekunde po potezu; bez sata se ne žuri.
tui-about-typed = { $about }; Enter za unos, na primer { $example }.
tui-rules-options = Opcije
tui-ask-sides = Koju stranu igraš? X igra prvi.
    {""}
    `x`  igraš X protiv programa
    `o`  igraš O: program počinje
    `b`  obe: dvoje ljudi za ovim ekranom
tui-page-help = Pomoć
tui-page-more = ↑↓ i PgUp, PgDn pomeraju
tui-page-moves = { $count ->
    [one] { $count } dozvoljen potez
    [few] { $count } dozvoljena poteza
   *[other] { $count } dozvoljenih poteza
}
tui-page-board = Tabla
tui-page-record = Zapis
tui-page-ways = Najkraći putevi
tui-path = { $piece } do { $goal }: { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}, { $cells }
tui-no-path = { $piece }: nema puta
tui-all-paths = Svi najkraći putevi ({ $count }); ponovo F11 za jedan po jedan.
tui-reviewing = Pregled partije
tui-reviewing-at = Pregled: { $done } od { $total }
tui-review-stops = Esc odustaje.
tui-review-nothing = Još nema poteza za pregled.
tui-review-later = Bot razmišlja: pregledaj partiju kad budeš na potezu.
tui-review-worst = { $at } od { $count } poteza vrednih pomena
tui-review-move = potez { $at } od { $count }
tui-review-keys = Esc nazad, ↑↓ najgori, ←→ svaki potez, razmaknica bolji

option-name-blockade-rows = redovi
option-name-blockade-cols = kolone
option-name-blockade-walls = zidovi
option-name-blockade-turn = potez
option-name-blockade-step = korak
option-name-blockade-goal = cilj
option-name-blockade-x = X počinje na
option-name-blockade-o = O počinje na
option-name-havannah-size = veličina
option-name-havannah-swap = zamena
option-name-byte-size = veličina
option-name-byte-rules = pravila
option-value-blockade-turn-full = pešak i zid
option-value-blockade-turn-either = pešak ili zid
option-value-blockade-turn-optional = zid po želji
option-value-blockade-step-two = dva pravo, jedno dijagonalno
option-value-blockade-step-upto = i jedno pravo
option-value-blockade-step-one = jedno pravo
option-value-blockade-goal-home = protivnička početna polja
option-value-blockade-goal-rank = krajnja kolona
option-value-havannah-swap-on = da
option-value-havannah-swap-off = ne
option-value-byte-rules-official = objavljena
option-value-byte-rules-merge-first = prvo spajanja
tui-guide-task = { $task } (Rešenje: { $answer }.)
