# Primedbe o potezima po kodovima; isti kod ima i rečenica na engleskom.

# Blokada
blockade-reaches-goal = { $pawn } stiže na cilj { $goal } i pobeđuje
blockade-no-move = { $enemy } ostaje bez poteza, što donosi pobedu
blockade-repeats = pozicija stoji treći put, pa je nerešeno
blockade-misses-win = propušta pobedu: { $pawn } je mogao na { $goal }
blockade-leaves-goal = { $pawn } ima otvoren put do { $goal }: { $enemy } dobija sledećim potezom
blockade-stops = sprečava da { $pawn } stigne na { $goal }
blockade-threatens = preti pobedom: { $pawn } je na potez od { $goal }, pa { $enemy } mora da odgovori
blockade-unstoppable = { $pawn } je na potez od { $goal }, a { $enemy } ne može da ga zaustavi nijednim potezom
blockade-ways = najkraći put igrača { $player } { $change ->
    [grows] raste sa { $from } na { $to ->
        [one] { $to } potez
       *[other] { $to } poteza
    }
    [shrinks] pada sa { $from } na { $to ->
        [one] { $to } potez
       *[other] { $to } poteza
    }
   *[stays] ostaje { $to ->
        [one] { $to } potez
       *[other] { $to } poteza
    }
}; igrača { $enemy } { $enemychange ->
    [grows] raste sa { $enemyfrom } na { $enemyto ->
        [one] { $enemyto } potez
       *[other] { $enemyto } poteza
    }
    [shrinks] pada sa { $enemyfrom } na { $enemyto ->
        [one] { $enemyto } potez
       *[other] { $enemyto } poteza
    }
   *[stays] ostaje { $enemyto ->
        [one] { $enemyto } potez
       *[other] { $enemyto } poteza
    }
}
blockade-hinders-self = { $wall } produžava sopstveni put pešaka { $pawn } do { $goal }, za { $count ->
    [one] { $count } potez
    [few] { $count } poteza
   *[other] { $count } poteza
}
blockade-seals = { $wall } zatvara { $count ->
    [one] { $count } polje
    [few] { $count } polja
   *[other] { $count } polja
}
blockade-cul-de-sac = { $wall } dovodi pešaka { $pawn } u slepu ulicu: mora da se vrati, pa mu put do { $goal } raste sa { $from } na { $to ->
    [one] { $to } potez
    [few] { $to } poteza
   *[other] { $to } poteza
}
blockade-cuts = { $wall } preseca put pešaka { $pawn } do { $goal }: sa { $from } na { $to ->
    [one] { $to } potez
    [few] { $to } poteza
   *[other] { $to } poteza
}
blockade-last-wall = to je bio poslednji zid igrača { $player }
blockade-last-blue = to je bio poslednji plavi zid igrača { $player }
blockade-last-green = to je bio poslednji zeleni zid igrača { $player }

# Havana
havannah-swap = preuzima kamen na { $cell }
havannah-full = popunjava poslednje polje: nerešeno je
havannah-bridge = završava most između uglova { $corners }
havannah-fork = završava vilu između strana { $edges }
havannah-ring = zatvara prsten
havannah-misses-win = propušta pobedu na { $cell }: { $structure ->
    [bridge] most
    [fork] vilu
   *[ring] prsten
}
havannah-leaves-win = ostavlja igraču { $enemy } pobedu na { $cells }: { $structure ->
    [bridge] most
    [fork] vilu
   *[ring] prsten
}
havannah-answers = odgovara na pretnju igrača { $enemy }: { $structure ->
    [bridge] most
    [fork] vila
   *[ring] prsten
} na { $cell }
havannah-threatens = preti { $structure ->
    [bridge] mostom
    [fork] vilom
   *[ring] prstenom
}: { $enemy } mora da odgovori na { $cell }
havannah-double-threat = preti pobedom na { $cells }: { $enemy } može da odgovori samo na jedno
havannah-nears = igraču { $player } do { $structure ->
    [bridge] mosta između uglova { $between }
    [fork] vile između strana { $between }
   *[ring] prstena
} { $count ->
    [one] nedostaje { $count } kamen
    [few] nedostaju { $count } kamena
   *[other] nedostaje { $count } kamenova
}
havannah-hinders = igraču { $enemy } je do najbliže strukture ({ $structure ->
    [bridge] most
    [fork] vila
   *[ring] prsten
}) nedostajalo { $from }, a sada { $to ->
    [one] nedostaje { $to } kamen
    [few] nedostaju { $to } kamena
   *[other] nedostaje { $to } kamenova
}
havannah-joins = spaja lance polja { $cells }
havannah-edge = stiže na stranu { $edge }: { $number } od 3 strane koje vila traži
havannah-corner = zauzima ugao { $corner }

# Byte
byte-pass = { $player } nema potez i mora da kaže dalje
byte-wins = završava stek na { $square }: vrh pripada igraču { $winner }, koji pobeđuje { $score }
byte-completes = završava stek na { $square } sa figurom igrača { $owner } na vrhu: rezultat je { $score }
byte-gives = završava stek na { $square } za igrača { $owner }, čija je figura na vrhu: rezultat je { $score }
byte-misses-win = propušta pobedu { $mv }
byte-misses-point = propušta poen { $mv }
byte-leaves-win = pušta da { $enemy } pobedi potezom { $mv }
byte-leaves-top = ostavlja igraču { $enemy } vrh steka visine { $height } na { $square }: { $mv } donosi poen
byte-stops = oduzima igraču { $enemy } poen { $mv }
byte-forces-pass = { $enemy } ostaje bez poteza i mora da kaže dalje
byte-threatens-win = { $player } preti da pobedi potezom { $mv }
byte-threatens = { $player } preti da osvoji poen potezom { $mv }
byte-builds = gradi stek visine { $height } na { $square } sa figurom igrača { $owner } na vrhu, do osam { $missing ->
    [one] nedostaje { $missing }
    [few] nedostaju { $missing }
   *[other] nedostaje { $missing }
}
byte-arrives = dovodi stek na { $square } do drugog steka
byte-approaches = dovodi stek na { $square } na { $count ->
    [one] { $count } korak
    [few] { $count } koraka
   *[other] { $count } koraka
} od drugog
byte-mobility = { $change ->
    [takes] oduzima igraču { $enemy } { $count ->
        [one] { $count } potez
        [few] { $count } poteza
       *[other] { $count } poteza
    }, ostaje mu { $left }
    [gives] daje igraču { $enemy } { $count ->
        [one] { $count } potez
        [few] { $count } poteza
       *[other] { $count } poteza
    } više, ukupno { $left }
   *[keeps] { $enemy } i dalje ima { $left ->
        [one] { $left } potez
        [few] { $left } poteza
       *[other] { $left } poteza
    }
}; { $player } ima { $to }, pre toga { $from }
