# Partija u redovima teksta.

play-sides = `X/O`? (X počinje; `both` za dvoje) {""}
play-sides-expected = očekuje se `X`, `O` ili `both`; kao potez: { $error }
play-prompt = { $player } je na potezu> {""}
play-prompt-over = `undo`, `new`, `save` ime ili `quit`> {""}
play-clocks = Satovi: X { $x }, O { $o }
play-bot-plays = { $player } ({ $bot }) igra { $move }
play-look = pogledajte { $place }; `hint` još jednom za potez
play-try = probajte { $move }
play-no-hint = nema poteza: partija je završena
play-no-ways = ova igra nema puteve
play-nothing-to-undo = nema šta da se vrati
play-nothing-to-redo = nema šta da se ponovi
play-save-needs-name = `save` traži ime datoteke
play-saved = sačuvano u { $file }
play-not-saved = nije sačuvano: { $error }
play-help = Unesite potez ili nešto od ovoga:
    {"  "}`moves`        dozvoljeni potezi
    {"  "}`board`        tabla još jednom
    {"  "}`ways`         najkraći putevi do ciljeva, u igri koja ih ima
    {"  "}`hint`         pitanje programu gde da gledate; još jednom za potez
    {"  "}`analysis`     kandidati programa sa svojim izgledima
    {"  "}`record`       dosadašnji potezi
    {"  "}`undo`, `redo` vraćanje i ponavljanje poteza
    {"  "}`sides`        zamena strana
    {"  "}`save` ime     upis partije (`.json` i `.sgf` po imenu, inače tekst)
    {"  "}`load` ime     nastavak zapisane partije
    {"  "}`new` [igra]   nova partija, iste ili druge igre
    {"  "}`resign`       predaja
    {"  "}`quit`         izlaz
