# Otvaranja: knjiga u terminalu i istraživač na stranici.

book-nothing = Knjiga ne zna ništa o ovoj poziciji.
book-move = potez
book-chance = izgledi
book-visits = posete
book-games = partije
book-score = učinak (95 %)
book-proven = dokazano
book-proven-win = pobeđuje
book-proven-loss = gubi
book-proven-draw = remi

web-explorer = Otvaranja i partije
web-explorer-source = Šta se zna
web-explorer-book = Knjiga
web-explorer-server = Partije ovde
web-explorer-own = Moje partije
web-explorer-head-move = Potez
web-explorer-head-chance = Izgledi
web-explorer-head-visits = Posete
web-explorer-head-games = Partije
web-explorer-head-score = Učinak
web-explorer-head-results = Ishodi
web-explorer-range = ({ $low }–{ $high })
web-explorer-proven-win = pobeđuje, dokazano
web-explorer-proven-loss = gubi, dokazano
web-explorer-proven-draw = remi, dokazano
web-explorer-play = Odigraj { $move }
web-explorer-moves = Kako su se partije nastavile
web-explorer-games = Partije
web-explorer-results = X je dobio { $x }, O je dobio { $o }, remija { $draws }
web-explorer-total = { $count ->
    [one] { $count } partija je došla do ove pozicije
    [few] { $count } partije su došle do ove pozicije
   *[other] { $count } partija je došlo do ove pozicije
}
web-explorer-nothing = O ovoj poziciji se ništa ne zna.
web-explorer-no-book = Knjiga ne zna ništa o ovoj poziciji: ona govori o prvim potezima na uobičajenoj tabli.
web-explorer-no-moves = Nijedna partija se odavde nije nastavila.
web-explorer-player = Igrač
web-explorer-level = Nivo bota
web-explorer-result = Ishod
web-explorer-result-x = X je dobio
web-explorer-result-o = O je dobio
web-explorer-result-draw = Remi
web-explorer-reason = Završetak
web-explorer-least = Najmanje poteza
web-explorer-most = Najviše poteza
web-explorer-any = bilo koji
web-explorer-everywhere = Prikaži partije bez obzira na pozicije
web-explorer-cells = Obrazac: polja koja izgledaju kao ovde
web-explorer-cells-example = d4 e5
web-explorer-marked = Uzmi označena polja
web-explorer-mark-first = Prvo označi polja: desnim dugmetom, klikom uz Alt ili slovom M na tastaturi.
web-explorer-anywhere = bilo gde na tabli
web-explorer-scanned = { $found ->
    [one] { $found } partija
    [few] { $found } partije
   *[other] { $found } partija
} sa ovim obrascem, a pregledano ih je { $count }.
web-explorer-after = posle { $count ->
    [one] { $count } poteza
    [few] { $count } poteza
   *[other] { $count } poteza
}
web-explorer-older = Pregledaj starije partije
web-explorer-add = Datoteke sa tvojim partijama
web-explorer-added = Pročitano je partija: { $added }, izostavljeno: { $skipped }.
web-explorer-kept = { $count ->
    [one] { $count } partija je sačuvana u ovom pregledaču
    [few] { $count } partije su sačuvane u ovom pregledaču
   *[other] { $count } partija je sačuvano u ovom pregledaču
}
web-explorer-forget = Zaboravi ih

pattern-empty = obrascu treba bar jedno polje
pattern-unknown-cell = `{ $cell }` nije polje ove table
