# Partija u redovima teksta.

play-sides = `X/O`? (X počinje; `both` za dvoje) {""}
play-sides-expected = očekuje se `X`, `O` ili `both`; kao potez: { $error }
play-prompt = { $player } je na potezu> {""}
play-prompt-over = `undo`, `save` ime ili `quit`> {""}
play-bot-plays = { $player } ({ $bot }) igra { $move }
play-try = probaj { $move }
play-no-hint = nema poteza: partija je završena
play-no-ways = ova igra nema puteve
play-nothing-to-undo = nema šta da se vrati
play-nothing-to-redo = nema šta da se ponovi
play-save-needs-name = `save` traži ime datoteke
play-saved = sačuvano u { $file }
play-not-saved = nije sačuvano: { $error }
play-help = Unesi potez ili nešto od ovoga:
    {"  "}`moves`        ispiši dozvoljene poteze
    {"  "}`board`        ponovo nacrtaj tablu
    {"  "}`ways`         najkraći putevi do ciljeva, u igri koja ih ima
    {"  "}`hint`         pitaj program za potez
    {"  "}`undo`, `redo` vrati potez, ponovi potez
    {"  "}`save` ime     upiši partiju (`.json` i `.sgf` po imenu, inače tekst)
    {"  "}`resign`       predaj partiju
    {"  "}`quit`         izađi
