# Pregled partije.

review-title = Pregled: { $game }
review-moves = { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}
review-unfinished = partija nije završena
review-chances = izgledi igrača X na pobedu
review-count-best = { $count ->
    [one] { $count } najbolji
    [few] { $count } najbolja
   *[other] { $count } najboljih
}
review-count-good = { $count ->
    [one] { $count } dobar
    [few] { $count } dobra
   *[other] { $count } dobrih
}
review-count-inaccuracy = { $count ->
    [one] { $count } nepreciznost
    [few] { $count } nepreciznosti
   *[other] { $count } nepreciznosti
}
review-count-mistake = { $count ->
    [one] { $count } greška
    [few] { $count } greške
   *[other] { $count } grešaka
}
review-count-blunder = { $count ->
    [one] { $count } gruba greška
    [few] { $count } grube greške
   *[other] { $count } grubih grešaka
}
review-best = najbolji
review-good = dobar
review-inaccuracy = nepreciznost
review-mistake = greška
review-blunder = gruba greška
review-worst = Najgori potezi
review-every = Svi potezi
review-every-chances = Svi potezi, sa izgledima igrača X na pobedu
review-nothing = nijedan potez nije izgubio ništa vredno pomena
review-was-move = { $ply }. potez, { $player }: { $move }
review-change = { $before } % → { $after } %
review-turning = dokazana prekretnica: { $before } → { $after }
review-proven = dokazano: { $result }
review-result-win = dobijeno
review-result-loss = izgubljeno
review-result-draw = remi
review-better-move = bolje: { $move }
review-reply = odgovor igrača { $player }: { $move }
review-line = a zatim { $line }
review-after = { $remark } (posle { $move })
review-played = odigrano: { $move }
review-board-after = tabla posle { $move }
review-graph-point = { $ply }. potez, { $player } { $move }: { $chance } % za X, { $judgement }
review-quiz = Pronađi bolje poteze: pokriveni su dok se na njih ne pokaže
review-made = Napravio je Potez; { $time } za svaku pretragu. Izgledi su procene, osim gde piše da su dokazani.
review-progress = pozicija { $done } od { $total }
