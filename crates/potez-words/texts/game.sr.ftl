# Šta interfejsi kažu o partiji.

plies = { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}
to-move = na potezu je { $player }
ending-win = { $player } pobeđuje: { $reason }
ending-draw = remi: { $reason }
reason-and = {" i "}
reason-goal = pešak je stigao na cilj
reason-no-move = { $loser } nema potez
reason-repetition = pozicija se ponovila treći put
reason-bridge = most između dva ugla
reason-fork = vila između tri strane
reason-ring = prsten
reason-full-board = tabla je puna
reason-majority = više od polovine kula
reason-tie = jednak broj kula
reason-resign = { $loser } je predao partiju
reason-time = igraču { $loser } je isteklo vreme
reason-abandoned = { $loser } je napustio partiju
reason-illegal-move = { $loser } je odigrao nedozvoljen potez
reason-crash = program igrača { $loser } je otkazao
reason-hang = program igrača { $loser } nije odgovorio
reason-forfeit = igraču { $loser } je partija oduzeta
reason-agreement = igrači su se dogovorili
reason-length = partija je predugo trajala
reason-proof = ishod je dokazan
ending-aborted = Prekinuto bez ishoda.
