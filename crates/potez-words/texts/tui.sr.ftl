# Aplikacija u terminalu.

tui-title = Potez: { $games }
tui-human = čovek
tui-level = nivo { $level } od 10
tui-level-full = nivo { $level }: puna snaga
tui-too-small = Prozor je premali: povećajte ga bar na { $width } × { $height }.
tui-language = srpski
tui-menu-resume = Nastavi prekinutu partiju
tui-menu-throw = Pritisnite Delete još jednom da odbacite ovu partiju.
tui-waiting = Čeka vas prekinuta partija: do nje vodi F8.
tui-menu-back = Nazad u partiju
tui-menu-game = Igra
tui-menu-preset = Pravila
tui-menu-own-rules = vaša
tui-menu-time = Vreme bota po potezu
tui-menu-clock = Sat
tui-menu-no-clock = bez sata
tui-menu-language = Jezik
tui-menu-start = Počni
tui-menu-load = Učitaj datoteku
tui-menu-quit = Izađi
tui-menu-help = Strelice gore i dole biraju, levo i desno menjaju, Enter potvrđuje, q izlazi.
tui-menu-file-help = Unesite ime zapisa, pa Enter; Esc odustaje.
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
tui-help = Strelice pomeraju pokazivač, Enter bira, Tab ide na sledeći izbor,
    razmaknica okreće zid ili uzima drugi nivo, Esc počinje iznova.
    Mišem se biraju polja, zidovi i figure, kao i tasteri na dnu.
    Potez se može i otkucati: počnite njegovim prvim slovom i završite tasterom Enter.
    Dok je ocena otvorena, tasteri od 1 do 9 biraju kandidata; Enter ga igra.
    Reči koje se mogu otkucati: `hint`, `analysis`, `undo`, `redo`, `sides`,
    `resign`, `new`, `save` ime, `load` ime, `quit`.

    Napuštena partija biće ponuđena pri sledećem pokretanju.
    Bilo koji taster zatvara ovo.
tui-ask-resign = { $player } predaje? Enter ili d: da; bilo koji drugi taster: ne.
tui-thinking = { $player } razmišlja
tui-thinking-hint = Tražim savet …
tui-analysing = Analiziram …
tui-progress = dubina { $depth }, čvorova { $nodes }
tui-proven-win = dobija (dokazano)
tui-proven-loss = gubi (dokazano)
tui-proven-draw = nerešeno (dokazano)
tui-stock-blue = Plavi zidovi
tui-stock-green = Zeleni zidovi
tui-stock-score = Osvojeni stekovi
tui-stack = { $cell }: { $pieces } odozdo, visina { $count }
tui-hint-where = Pogledajte označeno mesto. Još jednom za potez.
tui-hint-move = Probajte { $move }
tui-nothing-here = { $cell } se sada ne može izabrati
tui-bot-failed = Bot je zakazao: { $error }
tui-not-loaded = Datoteka { $file } nije učitana: { $error }
tui-out-of-time = Igraču { $player } je isteklo vreme
tui-enter = Enter: { $move }
tui-step-piece = Izaberite figuru.
tui-step-cell = Izaberite polje.
tui-step-target = Izaberite kuda ide.
tui-step-level = Izaberite kuda ide ceo stek, ili najnižu figuru koju dižete.
tui-step-wall = Izaberite zid; razmaknica ga okreće.
tui-step-wall-or-done = Izaberite zid, ili Enter dalje od zidova da ga ne postavite.
tui-step-piece-or-wall = Izaberite figuru ili zid; razmaknica ide na sledeći izbor.
tui-or-type = Ili otkucajte { $words }.
tui-step-candidate = Enter igra ovog kandidata.
tui-step-word = Enter igra jedini potez.
tui-step-over = Partija je gotova: F4 vraća potez, F8 počinje drugu.
