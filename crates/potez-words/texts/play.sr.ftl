# Partija u redovima teksta.

play-sides = `X/O`? (X počinje; `both` za dvoje) {""}
play-sides-expected = očekuje se `X`, `O` ili `both`; kao potez: { $error }
play-prompt = { $player } je na potezu> {""}
play-prompt-over = `undo`, `new`, `save` ime ili `quit`> {""}
play-clocks = Satovi: X { $x }, O { $o }
play-bot-plays = { $player } ({ $bot }) igra { $move }
play-look = pogledaj { $place }; `hint` još jednom za potez
play-try = probaj { $move }
play-no-hint = nema poteza: partija je završena
play-no-ways = ova igra nema puteve
play-nothing-to-undo = nema šta da se vrati
play-nothing-to-redo = nema šta da se ponovi
play-save-needs-name = `save` traži ime datoteke
play-saved = sačuvano u { $file }
play-not-saved = nije sačuvano: { $error }
play-file-exists = { $file } već postoji
play-not-a-file = to nije obična datoteka
play-bad-move = potez { $number }, `{ $text }`: { $error }
line-proven = { $result ->
    [win] dokazana pobeda
    [loss] dokazan poraz
   *[draw] dokazan remi
}
line-proven-in = { $result ->
    [win] dokazana pobeda
    [loss] dokazan poraz
   *[draw] dokazan remi
} za { $plies }
analysis-total = dubina { $depth }, { $nodes } čvorova za { $seconds } s, { $speed } u sekundi
thinking = dubina { $depth } { $nodes } čvorova
setup-begin = { $game }: izaberi opcije. Enter zadržava vrednost u zagradi, `quit` izlazi.
setup-option = { $about } ({ $key }: { $values }) [{ $value }]: {""}
setup-one-value = jedna vrednost, bez zareza, dvotačke i znaka jednakosti
setup-again = ovaj izbor se ne slaže: { $error }
setup-bot = Protivnik ({ $bots }; sa parametrima kao `classic:depth=2`) [{ $usual }]: {""}
paths-legend = Najkraći putevi: { $x } za X, { $o } za O, { $both } za oba
path-line = { $piece } do { $goal }: { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}, { $stops }
path-none = { $piece }: nema puta
play-help = Unesi potez ili nešto od ovoga:
    {"  "}`moves`        dozvoljeni potezi
    {"  "}`board`        tabla još jednom
    {"  "}`ways`         najkraći putevi do ciljeva, u igri koja ih ima
    {"  "}`hint`         pitanje programu gde da gledaš; još jednom za potez
    {"  "}`analysis`     kandidati programa sa svojim izgledima
    {"  "}`record`       dosadašnji potezi
    {"  "}`undo`, `redo` vraćanje i ponavljanje poteza
    {"  "}`sides`        zamena strana
    {"  "}`save` ime     upis partije (`.json` i `.sgf` po imenu, inače tekst)
    {"  "}`load` ime     nastavak zapisane partije
    {"  "}`new` [igra]   nova partija, iste ili druge igre
    {"  "}`resign`       predaja
    {"  "}`quit`         izlaz
