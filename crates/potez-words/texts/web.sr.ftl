# Aplikacija u pregledaču.

web-nav = Delovi
web-nav-play = Igraj
web-nav-analyse = Analiza
web-nav-learn = Pravila
web-nav-arena = Arena
web-skip = Na sadržaj
web-settings = Podešavanja
web-language = Jezik
web-theme = Tema
web-theme-system = Kao sistem
web-theme-light = Svetla
web-theme-dark = Tamna
web-theme-contrast = Visok kontrast
web-missing = Ta stranica ne postoji
web-failed = Nije uspelo
web-offline = Server trenutno nije dostupan. Sve što je prihvaćeno sačuvano je.
web-again = Pokušaj ponovo
web-to-start = Na početnu stranicu
web-cancel = Odustani
web-close = Zatvori
web-copy = Kopiraj
web-copied = Kopirano

# Početna stranica
web-start-title = Tri igre čistog razmišljanja
web-start-lead = Igraj protiv programa na svom nivou, sa prijateljem preko linka ili udvoje za istim ekranom. Bez naloga, i ništa ne napušta ovu mašinu.
web-start-lead-local = Igraj protiv programa na svom nivou ili udvoje za istim ekranom. Bez naloga, i ništa ne napušta ovu mašinu.
web-play-now = Igraj odmah
web-play-now-game = Igraj odmah: { $game }
web-rules = Pravila
web-setup = Partija po tvojoj želji
web-game = Igra
web-preset = Varijanta
web-preset-own = Moja
web-options = Sve mogućnosti igre
web-opponent = Protivnik
web-opponent-engine = Program
web-opponent-friend = Prijatelj preko linka
web-opponent-screen = Za istim ekranom
web-screen-about = Dvoje igra naizmenično za ovim ekranom.
web-side = Tvoja strana
web-side-x = X, igra prvi
web-side-o = O
web-side-any = Žrebom
web-level-of-engine = Nivo
web-teaching = Uči me
web-teaching-about = Loš potez se vraća, uz objašnjenje
web-your-name = Tvoje ime
web-clock = Sat
web-begin = Počni partiju
web-recent = Tvoje partije
web-move-count = { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}

# Partija
web-board = Tabla, { $game }
web-player = Igrač { $player }
web-you = ti
web-you-name = Ti
web-guest = Gost
web-awaited = Čeka se prijatelj
web-online = prisutan
web-away = odsutan
web-engine = Program
web-engine-level = Program, nivo { $level }
web-thinking = razmišlja …
web-engine-thinks = Program razmišlja …
web-waiting-for = Na potezu je { $name }.
web-waiting-friend = Čeka se da prijatelj dođe.
web-looking-back = Gledaš potez { $ply } od { $count }.
web-to-present = Nazad na tekuću poziciju
web-stock-blue = Plavi zidovi
web-stock-green = Zeleni zidovi
web-stock-score = Osvojene kule
web-moves = Potezi
web-no-moves = Još nema poteza
web-browse = Kroz poteze
web-first = Na početak
web-back = Potez nazad
web-next = Potez napred
web-last = Na kraj
web-actions = Šta možeš
web-undo = Vrati potez
web-takeback-ask = Zatraži vraćanje
web-takeback-cancel = Povuci zahtev
web-takeback-asked = { $name } traži da se vrati poslednji potez.
web-draw-ask = Ponudi remi
web-draw-cancel = Povuci ponudu
web-draw-asked = { $name } nudi remi.
web-taken-back = Poslednji potez je vraćen.
web-takeback-declined = Protivnik ne pristaje da se potez vrati.
web-draw-declined = Protivnik odbija remi.
web-rematch-declined = Protivnik ne želi revanš.
web-accept = Prihvati
web-decline = Odbij
web-hint = Savet
web-hint-thinking = Tražim savet …
web-hint-again = Pritisni „Savet“ još jednom da vidiš potez.
web-swap-sides = Zameni strane
web-abort = Otkaži partiju
web-resign = Predaj
web-resign-ask = Da li predaješ partiju?
web-rematch = Revanš
web-rematch-asked = { $name } želi revanš.
web-you-won = Pobeda: { $reason }
web-you-lost = Poraz: { $reason }
web-winner = Pobednik: { $name }.
web-lost-resign = partija je predata
web-lost-time = isteklo ti je vreme
web-lost-abandoned = partija je napuštena
web-lost-no-move = nemaš potez
web-lost-illegal-move = nedozvoljen potez
web-lost-forfeit = partija ti je oduzeta
web-level-up = Sada nivo { $level }
web-level-down = Probaj nivo { $level }
web-review = Pregled
web-analyse = Analiziraj
web-explain = Pogledaj pretragu
web-invite = Pozovi prijatelja
web-invite-about = Pošalji ovaj link: ko ga otvori, zauzima drugo mesto.
web-open = Otvoreno za sve na ovom serveru
web-open-hint = Vidi se na početnoj stranici dok neko ne dođe
web-open-about = Poziv se vidi i na početnoj stranici ovog servera, sve dok si ovde.
web-share = Podeli
web-qr = QR kod
web-qr-of-link = Link kao QR kod
web-clock-days = { $days } d { $hours } h
web-loopback = Ova adresa važi samo na ovoj mašini. Da pozoveš druge, pokreni server na adresi svoje mreže.
web-lobby = Otvoreni pozivi
web-lobby-by = poziva { $name }
web-lobby-side = Igraš kao
web-lobby-join = Pridruži se
web-your-turn = Ti si na potezu
web-own-running = Na potezu je druga strana
web-own-over = { $count ->
    [one] { $count } završena partija
    [few] { $count } završene partije
   *[other] { $count } završenih partija
}
web-notices = Obavesti me kad sam na potezu
web-carry = Na drugi uređaj
web-carry-about = Otvori ovaj link na drugom uređaju ili skeniraj kod: tvoje mesto je onda i tamo. Link važi jednom, { $minutes } minuta.
web-phrases = Reci nešto
web-phrases-quiet = Ne prikazuj mi šta drugi kažu
web-phrase-hello = Zdravo!
web-phrase-good-luck = Srećno!
web-phrase-nice-move = Lep potez!
web-phrase-oops = Ups!
web-phrase-moment = Samo trenutak, molim.
web-phrase-thanks = Hvala!
web-phrase-good-game = Dobra partija!
web-phrase-goodbye = Doviđenja!
web-phrase-sent = Poruka: { $words }
web-said = { $name }: { $words }
web-premove = Planirano: { $cells }. Igra se čim dođeš na potez. Escape poništava.
web-premove-gone = Ono što je planirano više nije moguće.
web-touch-again = { $cell }: dodirni još jednom da izabereš.
web-link-friend = Link za prijatelja
web-link-watch = Link za gledaoce
web-save-record = Sačuvaj partiju
web-sound-on = Zvuk: uključen
web-sound-off = Zvuk: isključen
web-turn-board = Okreni tablu
web-board-style = Table
web-board-wood = Drvo
web-board-slate = Škriljac
web-board-plain = Jednostavna
web-watchers = { $count ->
    [one] { $count } gledalac
    [few] { $count } gledaoca
   *[other] { $count } gledalaca
}
web-type-move = Unesi potez
web-type-example = Unesi potez
web-type-play = Odigraj
web-reconnecting = Veza je prekinuta. Pokušavam ponovo …
web-unsent = { $move } će biti poslat čim se veza vrati.
web-lesson = Potez { $move } je vraćen
web-lesson-chance = Tvoji izgledi bi pali sa { $before } na { $after }.
web-lesson-insist = Ipak ga odigraj
web-lesson-answer = Pogledaj šta sledi posle { $move }

# Tasteri
web-paths = Najkraći putevi
web-paths-about = Svake figure do svakog cilja, posle svakog poteza.
web-bot = Program
web-bot-potez = Potez
web-bot-classic = Klasični: igrač početnih programa
web-bot-greedy = Pohlepni: gleda jedan potez unapred
web-bot-random = Slučajni: igra nasumice
web-bot-depth = Dubina, u potezima
web-bot-radius = Zidovi do ove udaljenosti od protivničkih pešaka
web-keys = Tastatura
web-keys-move = Strelice vode preko table, Enter bira. Tab ide dalje.
web-keys-wall = Razmaknica okreće zid pre nego što se postavi.
web-keys-level = Broj podiže stek od te figure.
web-keys-browse = [ i ] vode kroz poteze.
web-keys-cancel = Escape počinje potez iznova.
web-keys-turn = `F` okreće tablu.
web-keys-draw = Desni taster miša, ili levi uz Alt, crta strelice i krugove; `M` označava polje. Klik ili Escape ih briše.

# Pravljenje poteza
web-not-now = { $cell } se sada ne može izabrati.
web-word-swap = Zamena: preuzmi kamen
web-word-pass = Propusti potez
web-finish = Odigraj { $move } bez zida
web-place = Odigraj { $move }
web-turn-wall = Okreni zid
web-wall-here = Odigraj { $move }
web-wall-again = { $move }: dodirni zid još jednom da ga postaviš.
web-wall-none = Ovde ne može zid.
web-level = Podigni od figure { $level }
web-levels = Stek na { $cell }, odozdo
web-cell-empty = { $cell }
web-cell-piece = { $cell }, { $player }
web-cell-stack = { $cell }, stek visine { $count }: { $pieces } odozdo
web-cell-home-x = početno polje igrača X
web-cell-home-o = početno polje igrača O
web-cell-corner = ugao
web-cell-edge = ivica
web-cell-last = poslednji potez
web-cell-chosen = izabrano
web-cell-target = može se izabrati
web-cell-hint = savet
web-cell-winning = deo pobede
web-cell-planned = planirano
web-wall-up = zid iznad
web-wall-down = zid ispod
web-wall-left = zid levo
web-wall-right = zid desno
web-way-up = gore
web-way-down = dole
web-way-left = levo
web-way-right = desno
web-way-up-left = gore levo
web-way-up-right = gore desno
web-way-down-left = dole levo
web-way-down-right = dole desno
web-hear = Poslušaj tablu
web-hear-near = Šta je u blizini
web-hear-walls = Zidovi
web-hear-pieces = Figure
web-hear-ways = Putevi
web-hear-keys = Na tabli: `N` kaže šta je u blizini, `W` zidove, `P` figure, `G` puteve do ciljeva.
web-hear-free = slobodno
web-hear-wall = zid
web-hear-none = Nema ih.
web-hear-stack = stek visine { $count }, odozdo { $pieces }
web-hear-wall-below = { $wall }, ispod { $first } i { $second }
web-hear-wall-right = { $wall }, desno od { $first } i { $second }
web-hear-chain = { $player }, { $count ->
    [one] { $count } kamen
    [few] lanac od { $count }
   *[other] lanac od { $count }
}: { $cells }{ $corners ->
    [0] {""}
    [one] , { $corners } ugao
    [few] , { $corners } ugla
   *[other] , { $corners } uglova
}{ $edges ->
    [0] {""}
    [one] , { $edges } ivično polje
    [few] , { $edges } ivična polja
   *[other] , { $edges } ivičnih polja
}

# Analiza
web-bar = Ocena
web-bar-unknown = Još nije ocenjeno
web-bar-chance = Izgledi igrača X: { $chance }
web-proven-win = { $player } dobija, dokazano
web-proven-draw = Remi, dokazano
web-proven-win-short = dobija
web-proven-loss-short = gubi
web-proven-draw-short = remi
web-go = Pokreni program
web-stop = Zaustavi program
web-multipv = Linija
web-proofs = Šta je dokazano
web-proofs-looking = Traže se dokazi …
web-proofs-count =
    { $count ->
        [0] Nijedan od mogućih poteza ({ $legal }) nije dokazan za dve sekunde.
        [one] Dokazan je { $count } potez od mogućih { $legal }.
        [few] Dokazana su { $count } poteza od mogućih { $legal }.
       *[other] Dokazano je { $count } poteza od mogućih { $legal }.
    }
web-lines = Predloženi potezi
web-lines-none = Pokreni program da vidiš najbolje poteze. Tasteri od 1 do 9 ih igraju, razmaknica pokreće i zaustavlja.
web-queued = Čeka se slobodan program, mesto { $place }
web-engine-loading = Učitava se program, { $percent } %
web-engine-home = Analiza se računa
web-engine-home-auto = ovde, ako može
web-engine-home-browser = u ovom pregledaču
web-engine-home-server = na serveru
web-own-about = Partije ostaju u ovom pregledaču. Datoteka ih prenosi u drugi.
web-own-save = Sačuvaj moje partije
web-own-load = Učitaj partije iz datoteke
web-own-loaded = { $count ->
    [one] Ovde je sada { $count } partija
    [few] Ovde su sada { $count } partije
   *[other] Ovde je sada { $count } partija
}
web-own-unreadable = { $name } nije datoteka sa partijama
web-engine-failed = Program ne radi u ovom pregledaču.
web-facts = dubina { $depth } · čvorova { $nodes } · { $seconds } s
web-comment = Komentar uz ovaj potez
web-tree-start = Početak
web-promote = Neka ovo bude glavna linija
web-delete = Obriši odavde
web-delete-ask = { $count ->
    [one] Obrisati { $count } potez?
    [few] Obrisati ovaj potez i sve posle njega, ukupno { $count } poteza?
   *[other] Obrisati ovaj potez i sve posle njega, ukupno { $count } poteza?
}
web-players = { $x } – { $o }
web-won = { $player } je pobedio
web-import = Uvezi
web-import-about = Nalepi zapis u bilo kom formatu: tekst, `JSON`, `SGF` ili `Little Golem`.
web-import-text = Zapis
web-import-file = Ili izaberi datoteku
web-import-read = Učitaj
web-import-which = Datoteka sadrži više partija: izaberi jednu
web-export = Izvezi
web-export-text = Zapis
web-format = Format
web-save-file = Sačuvaj kao datoteku
web-editor = Uredi poziciju
web-link = Kopiraj link
web-play-from = Igraj odavde

# Uređivač pozicije
web-tool = Šta radi dodir
web-tool-x = X
web-tool-o = O
web-tool-erase = Briši
web-tool-blue = Plavi zid
web-tool-green = Zeleni zid
web-turn = Na potezu
web-position = Pozicija kao tekst
web-editor-start = Početna pozicija
web-editor-clear = Isprazni tablu
web-editor-fine = { $count ->
    [one] Pozicija je dozvoljena: na potezu je { $player }, ima { $count } potez.
    [few] Pozicija je dozvoljena: na potezu je { $player }, ima { $count } poteza.
   *[other] Pozicija je dozvoljena: na potezu je { $player }, ima { $count } poteza.
}

# Pregled partije
web-review-queued = Pregled čeka slobodan program, mesto { $place }.
web-review-running = Ocenjujem potez { $done } od { $total } …
web-review-done = Pregled je gotov.
web-review-failed = Pregled nije uspeo.
web-review-cancelled = Pregled je otkazan.
web-review-start = Početak partije.
web-accuracy = Tačnost
web-grade-best = najbolji
web-grade-good = dobar
web-grade-forced = jedini potez
web-grade-inaccuracy = nepreciznost
web-grade-mistake = greška
web-grade-blunder = gruba greška
web-worst = Odlučujući trenuci
web-worst-move = { $ply }. { $move }
web-worst-none = U ovoj partiji nema ozbiljnih grešaka.
web-try = Nađi bolji potez
web-try-about = { $move } je prokockao { $loss } izgleda. Šta bi bilo bolje?
web-answer = Pokaži odgovor
web-judging = Ocenjujem { $move } …
web-judged-best = { $move } je najbolji potez!
web-judged-better = { $move } je bolji od odigranog.
web-judged-worse = { $move } nije bolji.
web-better = Bolje je { $move }
web-punished = { $player } odgovara { $move }. Odigraj korak po korak:
web-refuted = Odgovor je { $move }. Odigraj korak po korak:
web-line-back = Potez nazad u ovom nizu
web-line-next = Potez napred u ovom nizu
web-line-show = Prikaži poziciju u kojoj to važi
web-line-keys = Strelice na tastaturi vode kroz niz.
web-line-of = Potezi posle kandidata { $rank }
web-evaluate = Oceni sve poteze
web-evaluate-none = Izgledi duž ovog niza crtaju se ovde čim se pogledaju dve njegove pozicije.
web-chances = Izgledi igrača X: { $before } pre, { $after } posle poteza.
web-graph = Izgledi igrača X iz poteza u potez. Trouglovi su grube greške, kvadrati greške, tačke nepreciznosti.
web-graph-table = Grafik kao tabela
web-col-ply = Potez
web-col-move = Odigrano
web-col-grade = Ocena
web-col-chance = Izgledi igrača X

# Učenje
web-teach = Odigraj lekciju
web-teach-about = Najbrže se uči igrajući: protiv lakog programa, uz učitelja koji vraća loše poteze i kaže zašto.
web-diagram-again = Počni iznova
web-task-right = { $move }: tačno!
web-task-wrong = { $move } nije rešenje. { $task }
web-guide-to = Ka vodiču
web-guide-about = Pravila znaš. Vodič pokazuje kako se dobro igra: kratke lekcije sa tablama na kojima se igra i zadacima koje proverava program.
web-guide-title = { $game }: vodič
web-guide-lead = Kratke lekcije od prvih planova do tehnike. Što se naziva dokazanim, dokazao je rešavač; uz ono što je izmereno stoji i naredba.
web-guide-lessons = Lekcije
web-guide-lesson = { $number }. { $title }
web-guide-done = završeno
web-guide-continue = Nastavi vodič
web-guide-before = Nazad: { $title }
web-guide-next = Dalje: { $title }
web-guide-end = Sve lekcije
web-guide-measured = Kako je izmereno
web-guide-play = Odigraj partiju protiv nivoa { $level }
web-guide-play-position = Igraj odavde protiv nivoa { $level }
web-path-rules = Kako se igra i ko pobeđuje.
web-path-guide = Završeno lekcija: { $done } od { $count }
web-path-puzzles = Nađi jedini dobar potez: svaki odgovor je dokazan.
web-path-level = Igraj protiv nivoa { $level }
web-ladder-up = U poslednjim partijama na nivou { $from } imaš { $points } od { $games } poena. Možda ti više odgovara nivo { $level }.
web-ladder-down = U poslednjim partijama na nivou { $from } imaš { $points } od { $games } poena. Za sada bi ti možda prijatniji bio nivo { $level }.
web-ladder-no = Ne sada
web-level-is-first = Bar u polovini slučajeva previdi i pobedu sledećim potezom.
web-level-is-second = Pobedu sledećim potezom uzima i tvoju sprečava, ali inače bira vrlo široko.
web-level-is-low = Gleda malo unapred i bira među mnogim igrivim potezima.
web-level-is-middle = Gleda dalje unapred i retko se udalji od svog najboljeg poteza.
web-level-is-high = Skoro uvek igra ono što smatra najboljim, a sa svakim nivoom više misli.
web-level-is-last = Puna snaga, dokle god sme da misli.
web-level-below = Protiv nivoa { $level } dobio je { $percent } % partija.
web-level-above = Protiv nivoa { $level } dobio je { $percent } %.

# Arena
web-arena-lead = Mečevi i turniri između programa, onako kako ih je zapisao sudija.
web-arena-empty = Još nema izveštaja. Meč ga ovako zapisuje:
web-arena-off = Server je pokrenut bez fascikle sa izveštajima. Ovako bi ih bilo:
web-report-match = meč
web-report-tournament = turnir
web-report-html = stranica
web-report-other = datoteka
web-report-open = Otvori ceo izveštaj
web-standings = Tabela
web-games = Partije
web-draw = remi
web-col-player = Igrač
web-col-games = Partija
web-col-wins = Dobijeno
web-col-draws = Remija
web-col-losses = Izgubljeno
web-col-score = Učinak
web-col-elo = Elo
web-col-number = Br.
web-col-x = X
web-col-o = O
web-col-winner = Pobednik
web-col-reason = Razlog
web-col-plies = Poteza
web-leagues = Lige botova
web-leagues-lead = Botovi se sami povezuju sa ovim serverom i igraju jedan protiv drugog; ko dođe, gleda.
web-league-round-robin = svako sa svakim
web-league-swiss = švajcarski sistem
web-league-gauntlet = jedan protiv svih
web-league-ladder = lestvica bez kraja
web-league-new = nije počela
web-league-running = u toku
web-league-paused = pauza
web-league-over = završena
web-league-played = partija: { $played } od { $planned }
web-league-elo = Elo se meri od proseka svih učesnika, sa intervalom od 95 %.
web-league-live = Partije u toku
web-league-ended = Poslednje partije
web-league-page = Sve na jednoj strani
web-league-games-csv = Partije kao CSV
web-league-watch = gledaj
web-league-here = povezan
web-league-away = odsutan
web-league-excluded = isključen
web-league-stands = Mesto: { $place }, poena: { $points }, Elo: { $elo }
web-league-lost = Izgubljene partije
web-league-others = Ostale partije
web-league-none = Nema ih.
web-league-why = Zašto je izgubljena?
web-league-fell = Potez { $ply }, { $move }: izgledi su pali sa { $before } na { $after }. Bolje je: { $best }.
web-league-slowly = Nijedan potez je nije sam izgubio: izgledi su padali malo po malo, ili je partija izgubljena zbog greške u radu.
web-league-review = Ceo pregled
web-league-faults = Greške u radu
web-league-fault-illegal-move = Nedozvoljen potez
web-league-fault-time = Prekasno
web-league-fault-crash = Program je pao
web-league-fault-hang = Bez odgovora
web-league-fault-abandoned = Veza je prekidana prečesto
web-league-fault-absent = Nije došao
web-league-fault-bad-message = Nečitljiva poruka
web-league-fault-out-of-turn = Potez koji niko nije tražio
web-league-fault-free = ne košta ništa
web-league-ply = posle poteza: { $ply }
web-league-sent = Poslato:
web-league-expected = Očekivano:
web-league-io = Šta je adapter video
web-league-upload = Predaj program
web-league-upload-lead = Jedan program (`.py`, `.js`, `.jar` ili nešto što počinje sa #!) koji govori UGI, ili zip arhiva u kojoj je program „run”, najviše 1 MB. Igra kada to dopusti ko vodi ligu, uz ograničenja i bez mreže, umesto prethodnog.
web-league-upload-token = Token učesnika
web-league-upload-file = Datoteka
web-league-upload-send = Predaj
web-league-upload-none = Izaberi datoteku i unesi token.
web-league-upload-done = Predato: { $file }, bajtova: { $bytes }.
web-league-upload-last = Poslednje predato: { $file }, bajtova: { $bytes }, { $when }
web-col-place = Mesto
web-col-points = Poena
web-col-faults = Grešaka
web-col-round = Kolo
