# Šta kaže server: odgovori, pomoć dok se potez sastavlja, potezi rečima.

server-bad-request = Ovaj zahtev nema smisla: { $error }
server-not-found = Toga ovde nema.
server-forbidden = Za ovo je potreban link igrača ove partije.
server-not-your-turn = Niste na potezu.
server-stale = Partija je u međuvremenu otišla dalje.
server-not-offered = Tako nešto nije ponuđeno.
server-cannot = To sada nije moguće.
server-too-large = To je predugačko: najviše { $limit } bajtova.
server-unsupported-media = Telo zahteva mora biti `JSON` (`Content-Type: application/json`).
server-cross-site = Ovaj zahtev dolazi sa drugog sajta.
server-wrong-host = Do ovog servera se ne dolazi pod tim imenom.
server-too-many-requests = Previše zahteva: sačekaj trenutak.
server-too-many-games = Previše otvorenih partija: prvo završi neku.
server-too-many-sockets = Previše istovremenih veza.
server-too-many-watches = Preko jedne veze prati se previše partija.
server-busy = Program ima previše posla: pokušaj ponovo za koji trenutak.
server-internal = Ovde je nešto pošlo naopako. Ništa nije promenjeno.
server-storage = Server trenutno ne može da koristi disk. Što je potvrđeno, sačuvano je: pokušaj ponovo za koji trenutak.
server-storage-full = Na serveru nema mesta ni za šta novo. Započete partije se nastavljaju.
server-too-much-stored = Ovde ste sačuvali koliko jedan klijent sme. Stare partije s vremenom oslobađaju mesto.
server-damaged = Ova partija je oštećena na disku servera i ne može da se prikaže.
server-stopping = Server se gasi; vratiće se.
server-timeout = Zahtev je predugo pristizao.
server-method = Ova adresa ne prima takve zahteve.
server-name-long = Ime ima najviše { $limit } slova.
server-name-bad = Ime se sastoji od znakova koji se vide.
server-bot-unknown = Ovde igraju `potez`, `classic`, `greedy` i `random`, a ne `{ $bot }`.
server-bot-limit = Program ovde razmišlja jednom niti i najviše { $seconds } sekundi po potezu.
server-clock-bad = Sat ima od jedne sekunde do jednog dana, ili do trideset dana po potezu.
server-seats = Bar jedna strana je tvoja ili prijateljeva; uz prijatelja druga strana mora biti tvoja.
server-open-seat = Svima može biti otvoreno samo prijateljevo mesto.
server-seat-taken = Neko je bio brži: ovo mesto je zauzeto.
server-carry-used = Ovaj link je već iskorišćen ili je prestar. Napravi novi na uređaju koji drži mesto.
server-teaching = Za učenje je potrebno da na jednoj strani bude čovek, a na drugoj program.
server-takeback-with-clock = Potezi se slobodno vraćaju samo u partijama bez prijatelja.
server-moves-many = Partija ovde ima najviše { $limit } poteza.
server-parts-many = Nijedan potez nema toliko delova.
server-range = `{ $name }` je broj od { $low } do { $high }.
server-format = `{ $name }` nije format: { $formats }.
server-review-long = Partija sa više od { $limit } poteza se ovde ne ocenjuje.
server-nothing-to-review = Partija bez poteza ne može da se oceni.
server-record-or-game = Za ocenu je potreban ili zapis ili ime partije.
server-no-moves-back = Nema poteza koji bi se vratio.
server-message-unknown = Ne postoji poruka `{ $name }`.
server-leagues-many = Ovaj server ima { $limit } liga i nema mesta za još jednu.
server-league-key = To može samo onaj ko ima ključ lige.
server-league-token = Za ovo je potreban token učesnika lige.
server-league-elsewhere = Ovu ligu igra drugi server: pokušaj ponovo tamo.
server-league-makers = Odavde se lige ne prave: pitaj onoga ko vodi server.
server-league-name = Učesnik po imenu „{ $name }” već postoji.
server-league-large = Liga ima najviše { $limit } partija; ova bi ih imala { $games }.
server-league-full = Liga ima najviše { $limit } učesnika.
server-league-time = Liga se igra sa 10 milisekundi do jednog sata po potezu, ili po satu do jednog dana.
server-upload-off = Ova liga ne prima programe: ko je vodi, nije to uključio.
server-upload-many = Učesnik predaje najviše { $limit } programa.
server-upload-name = „{ $name }” nije dozvoljeno ime datoteke: slova, cifre, tačke, crtice i donje crte, folderi sa kosom crtom.
server-upload-large = Program ima najviše 1 MB, raspakovan 16 MB u 1000 datoteka.
server-upload-archive = Arhiva ne može da se pročita: { $name }.
server-upload-run = U arhivi na vrhu nema programa po imenu „run” (`run.py`, `run.sh`, …).
server-upload-program = „{ $name }” nije program: nije `.py`, `.js` ni `.jar`, ne počinje sa #! i nije binaran.

ending-overruled = Zapis navodi drugi ishod; po pravilima: { $ending }

step-from = Izaberi figuru koju pomeraš.
step-cell = Izaberi polje.
step-to = Izaberi kuda ide.
step-wall = Izaberi mesto za zid.
step-wall-or-done = Izaberi mesto za zid ili završi bez njega.
step-piece-or-wall = Izaberi pešaka ili mesto za zid.
step-level = Izaberi kuda ide ceo stek ili dodirni najnižu figuru koju podižeš.
step-word = Moguće je samo jedno: { $word }.
step-cell-or-swap = Izaberi polje ili zameni: preuzmi kamen koji je na tabli.
step-done = Potez je gotov.
step-over = Partija je završena.

said-cell = { $player }: { $to }
said-walk = { $player }: sa { $from } na { $to }
said-lift = { $player }: sa { $from } od figure { $level } naviše, na { $to }
said-pass = { $player } propušta potez
said-swap = { $player } zamenjuje strane
said-wall-horizontal = { $player }: vodoravni zid { $wall }
said-wall-vertical = { $player }: uspravni zid { $wall }
said-and-wall-horizontal = { $said }, vodoravni zid { $wall }
said-and-wall-vertical = { $said }, uspravni zid { $wall }

hint-where = Pogledaj { $cells }.
hint-word = Pomisli na potez koji ne imenuje nijedno polje.
hint-what = Probaj { $move }.

game-blockade = Blokada
game-havannah = Havana
game-byte = Bajt
about-blockade = Po dva pešaka trče ka protivničkim početnim poljima, a zidovi im produžavaju put.
about-havannah = Poveži dva ugla ili tri strane šestougla ili zatvori prsten.
about-byte = Spajaj stekove u kule od osam figura; poen donosi figura na vrhu.
level-name = Nivo { $level }
clock-none = Bez sata
clock-fischer = { $minutes } + { $seconds }
clock-move = { $seconds } s po potezu
clock-days = { $days ->
    [one] { $days } dan po potezu
    [few] { $days } dana po potezu
   *[other] { $days } dana po potezu
}
format-text = Tekst

option-blockade-rows = redovi table
option-blockade-cols = kolone table
option-blockade-walls = zidova svake boje po igraču
option-blockade-turn = šta je potez: pešak i zid, pešak ili zid, pešak i zid po želji
option-blockade-step = kako se pešaci kreću: dva pravo ili jedno dijagonalno, i jedno pravo, samo jedno pravo
option-blockade-goal = šta je cilj: protivnička početna polja ili krajnja kolona
option-blockade-x = gde počinje X, prvo pešak 1
option-blockade-o = gde počinje O, prvo pešak 1
option-havannah-size = polja po strani
option-havannah-swap = da li O sme da preuzme prvi kamen
option-byte-size = kolone i redovi table
option-byte-rules = objavljena pravila ili prvo spajanja

preset-blockade-standard = Standardna, 11 × 14
preset-blockade-standard-about = U svakom potezu pešak i zid, po devet zidova svake boje.
preset-blockade-small = Mala, 7 × 9
preset-blockade-small-about = Po četiri zida svake boje; partija od deset minuta.
preset-blockade-either = Pešak ili zid
preset-blockade-either-about = U svakom potezu ili pešak ili zid.
preset-havannah-base8 = Stranica 8
preset-havannah-base8-about = Uobičajena veličina za ozbiljnu partiju.
preset-havannah-base5 = Stranica 5
preset-havannah-base5-about = Mala i brza.
preset-havannah-base6 = Stranica 6 sa zamenom
preset-havannah-base6-about = O sme da preuzme prvi kamen.
preset-havannah-base10 = Stranica 10 sa zamenom
preset-havannah-base10-about = Turnirska veličina.
preset-byte-standard = Standardni, 8 × 8
preset-byte-standard-about = Pobeđuje ko prvi ima dve od tri kule.
preset-byte-ten = Veliki, 10 × 10
preset-byte-ten-about = Pobeđuje ko prvi ima tri od pet kula.
preset-byte-merge = Prvo spajanja
preset-byte-merge-about = Dok je neko spajanje moguće, dozvoljena su samo spajanja.
server-record-number = Nema partije { $number }: datoteka sadrži { $count ->
    [one] { $count } partiju
    [few] { $count } partije
   *[other] { $count } partija
}.

bot-title-potez = Potez
bot-title-classic = Klasični
bot-title-greedy = Pohlepni
bot-title-random = Slučajni
bot-key-depth = dubina
bot-key-radius = poluprečnik
bot-key-level = nivo
bot-key-time = vreme
bot-key-nodes = čvorova
bot-key-seed = seme
server-proven-only = { $count ->
    [one] Rešavač je dokazao: pobeđuje { $player }, i to samo jednim potezom.
    [few] Rešavač je dokazao: pobeđuje { $player }, sa { $count } poteza i nijednim drugim.
   *[other] Rešavač je dokazao: pobeđuje { $player }, sa { $count } poteza i nijednim drugim.
}
server-proven-win = Rešavač je dokazao: pobeđuje { $player }.
server-proven-loss = Rešavač je dokazao: pobeđuje { $player }, ma šta se sada odigralo.

# Flota, za onoga ko vodi server
fleet-title = Flota
fleet-away = NATS ne odgovara. Ocene i analize radi samo ovaj server.
fleet-workers = Radnici
fleet-no-workers = Nema nijednog radnika.
fleet-worker = Radnik
fleet-build = Verzija
fleet-slots = Mesta
fleet-busy = Zauzeto
fleet-units = Urađeno
fleet-speed = U sekundi
fleet-runs = Poslovi
fleet-run = Posao
fleet-what = Šta
fleet-remaining = Preostalo
fleet-jobs = Podeljeno
fleet-queue = Red
fleet-lane = Traka
fleet-leases = Kod radnika: { $leases }, ponovo podeljeno: { $redelivered }
fleet-dead = Neuspeli zadaci: { $dead }
fleet-reason = Razlog
fleet-deliveries = Pokušaji
