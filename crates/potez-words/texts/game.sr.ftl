# Šta interfejsi kažu o partiji.

plies = { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}
to-move = na potezu je { $player }
ending-win = { $player } pobeđuje: { $reason }
ending-draw = nerešeno: { $reason }
reason-and = {" i "}
reason-goal = pešak je stigao na cilj
reason-no-move = protivnik nema potez
reason-repetition = pozicija se ponovila treći put
reason-bridge = most između dva ugla
reason-fork = vila između tri strane
reason-ring = prsten
reason-full-board = tabla je puna
reason-majority = više od polovine stekova
reason-tie = jednak broj stekova
reason-resign = protivnik je predao partiju
reason-time = protivniku je isteklo vreme
reason-abandoned = protivnik je napustio partiju
reason-illegal-move = protivnik je odigrao nedozvoljen potez
reason-crash = protivnički program je otkazao
reason-hang = protivnički program nije odgovorio
reason-forfeit = protivniku je partija oduzeta
reason-agreement = igrači su se dogovorili
reason-length = partija je predugo trajala
reason-proof = ishod je dokazan
ending-aborted = Prekinuto bez ishoda.
