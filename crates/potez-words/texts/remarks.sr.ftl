# Primedbe o potezima po kodovima; isti kod ima i rečenica na engleskom.

# Blokada
blockade-reaches-goal = { $pawn } stiže na cilj { $goal } i pobeđuje
blockade-no-move = { $enemy } ostaje bez poteza, što donosi pobedu
blockade-repeats = pozicija stoji treći put, pa je remi
blockade-misses-win = ispušta pobedu: { $pawn } je mogao na { $goal }
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
havannah-full = popunjava poslednje polje: remi je
havannah-bridge = završava most između uglova { $corners }
havannah-fork = završava vilu između strana { $edges }
havannah-ring = zatvara prsten
havannah-misses-win = ispušta pobedu na { $cell }: { $structure ->
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
byte-pass = { $player } nema nijedan potez i mora da propusti
byte-wins = završava stek na { $square }: vrh pripada igraču { $winner }, koji pobeđuje { $score }
byte-completes = završava stek na { $square } sa figurom igrača { $owner } na vrhu: rezultat je { $score }
byte-gives = završava stek na { $square } za igrača { $owner }, čija je figura na vrhu: rezultat je { $score }
byte-misses-win = ispušta pobedu { $mv }
byte-misses-point = ispušta poen { $mv }
byte-leaves-win = pušta da { $enemy } pobedi potezom { $mv }
byte-leaves-top = ostavlja igraču { $enemy } vrh steka visine { $height } na { $square }: { $mv } donosi poen
byte-stops = oduzima igraču { $enemy } poen { $mv }
byte-forces-pass = { $enemy } ostaje bez poteza i mora da propusti
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

# Zašto: šta je dokazano
why-loses-in = gubi prinudno za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}
why-loses = gubi prinudno
why-misses-win = ispušta dokazanu pobedu
why-draws = prinudno vodi u remi
why-wins-in = dobija prinudno za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}
why-wins = dobija prinudno
why-holds = prinudno drži remi

# Zašto: Blokada
blockade-why-arrives = { $pawn } stiže na { $goal } za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
} i { $player } pobeđuje
blockade-why-no-move = druga strana za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
} ostaje bez poteza i { $player } pobeđuje
blockade-why-leaves-goal = { $pawn } može odmah na { $goal } i { $enemy } pobeđuje; poteza koji to sprečavaju: { $saving }
blockade-why-unstoppable = { $pawn } je na potez od { $goal } i { $player } se ne može zaustaviti
blockade-why-threatens = { $player } preti pobedom: { $pawn } je na potez od { $goal }
blockade-why-closes = { $wall } zatvara put pešaka { $pawn }: igraču { $player } u najboljem slučaju umesto { $from } treba { $to ->
    [one] { $to } potez
   *[other] { $to } poteza
}
blockade-why-cul-de-sac = { $wall } ostavlja pešaka { $pawn } u slepoj ulici i mora da se vrati: igraču { $player } u najboljem slučaju umesto { $from } treba { $to ->
    [one] { $to } potez
   *[other] { $to } poteza
}
blockade-why-wall-illegal = { $wall } tada više ne može da se postavi
blockade-why-wall-fails = { $wall } bi tada igraču { $player } ostavio put od { $to ->
    [one] { $to } poteza
   *[other] { $to } poteza
}, a ne od { $instead }
blockade-why-tempo = { $player } je tada tempo ispred: oba igrača imaju još { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}, umesto { $own } prema { $other }
blockade-why-race = { $player } tada vodi u trci: { $own ->
    [one] { $own } potez
   *[other] { $own } poteza
} prema { $other }, umesto { $from } prema { $than }
blockade-why-way = igraču { $player } tada treba bar { $to ->
    [one] { $to } potez
   *[other] { $to } poteza
}, a pre toga { $from }
blockade-why-way-instead = igraču { $player } tada treba bar { $to ->
    [one] { $to } potez
   *[other] { $to } poteza
} umesto { $from }
blockade-why-exposed = još jedan zid može da produži put igrača { $player } sa { $from } na { $to ->
    [one] { $to } potez
   *[other] { $to } poteza
}
blockade-why-secure = put igrača { $player } od { $count ->
    [one] { $count } poteza
   *[other] { $count } poteza
} ne može da produži nijedan pojedinačan zid
blockade-why-stuck = { $pawn } ne može da se pomeri
blockade-why-no-walls = { $player } više nema zidova

# Zašto: Havana
havannah-why-wins = { $player } završava { $structure ->
    [bridge] most
    [fork] vilu
   *[ring] prsten
} na { $cell } za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}
havannah-why-leaves-win = { $enemy } odmah pobeđuje: { $structure ->
    [bridge] most
    [fork] vila
   *[ring] prsten
} na { $cells }
havannah-why-leaves-double = { $enemy } potezom { $cell } dobija dve pobede odjednom ({ $cells }); polja koja to sprečavaju ili odlažu: { $saving }
havannah-why-double = { $cell } igraču { $player } daje dve pobede odjednom: { $cells }
havannah-why-forced-double = posle { $count ->
    [one] { $count } pretnje na koju mora da se odgovori
    [few] { $count } pretnje na koje mora da se odgovori
   *[other] { $count } pretnji na koje mora da se odgovori
}, { $cell } igraču { $player } daje dve pobede odjednom: { $cells }
havannah-why-taken = { $player } odgovorom uzima { $cell }, bolje polje
havannah-why-idle = { $cell } ne približava igrača { $player } ni mostu ni vili ni prstenu, a igrača { $enemy } ne udaljava od njih
havannah-why-takes-first = zauzima { $cell } pre nego što stigne odgovor
havannah-why-cuts = { $cell } igrača { $player } razdvaja lance polja { $chains }: bili su na jedan kamen, a sada { $stones ->
    [one] nedostaje { $stones } kamen
    [few] nedostaju { $stones } kamena
   *[other] nedostaje { $stones } kamenova
}
havannah-why-cuts-off = { $cell } igrača { $player } trajno razdvaja lance polja { $chains }
havannah-why-joins = { $cell } spaja lance polja { $chains }
havannah-why-ladder = { $player } vodi merdevine duž strane { $edge }, od { $from } do { $to }
havannah-why-threatens = { $player } tada preti { $structure ->
    [bridge] mostom
    [fork] vilom
   *[ring] prstenom
} na { $cell }, na šta mora da se odgovori
havannah-why-nearest = igraču { $player } tada do { $structure ->
    [bridge] mosta između uglova { $between }
    [fork] vile između strana { $between }
   *[ring] prstena
} { $stones ->
    [one] nedostaje { $stones } kamen
    [few] nedostaju { $stones } kamena
   *[other] nedostaje { $stones } kamenova
}, a pre toga { $before }
havannah-why-nearest-instead = igraču { $player } tada do { $structure ->
    [bridge] mosta između uglova { $between }
    [fork] vile između strana { $between }
   *[ring] prstena
} { $stones ->
    [one] nedostaje { $stones } kamen
    [few] nedostaju { $stones } kamena
   *[other] nedostaje { $stones } kamenova
} umesto { $then }

# Zašto: Byte
byte-why-wins = { $player } pobeđuje { $score } za { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
}
byte-why-leaves-win = { $enemy } odmah pobeđuje potezom { $mv }; poteza koji igraču { $enemy } ne daju poen: { $saving }
byte-why-leaves-point = { $enemy } odmah osvaja poen potezom { $mv }; poteza koji igraču { $enemy } ne daju poen: { $saving }
byte-why-next-eight = sledeća osmica, na { $square }, dobija na vrhu figuru igrača { $owner }
byte-why-gives-eight = { $by } završava sledeću osmicu, na { $square }, sa figurom igrača { $owner } na vrhu
byte-why-misses = ispušta poen koji { $mv } odmah donosi
byte-why-points = rezultat je tada { $score }, a { $count ->
    [one] ostaje { $count } stek
    [few] ostaju { $count } steka
   *[other] ostaje { $count } stekova
}
byte-why-answer-gone = { $mv } tada više nije moguće
byte-why-takes-top = { $mv } stavlja figuru igrača { $player } na vrh steka koji je bio protivnikov, sada visine { $height }
byte-why-builds = { $mv } pravi stek visine { $height } sa figurom igrača { $owner } na vrhu
byte-why-tallest = najviši stek, visine { $height } na { $square }, tada na vrhu ima figuru igrača { $owner }
byte-why-passes = { $player } ostaje bez poteza i mora da propusti
byte-why-zugzwang = { $player } je u iznudici: ima { $count ->
    [one] { $count } potez i on poklanja poen
    [few] { $count } poteza i svaki poklanja poen
   *[other] { $count } poteza i svaki poklanja poen
}
byte-why-unstoppable = { $player } tada preti da osvoji poen potezom { $mv }, i nijedan potez ne sprečava da { $player } dođe do poena
byte-why-tops = vrhovi stekova od dve i više figura: X ih tada ima { $x }, O { $o }, umesto { $xthen } i { $othen }
byte-why-threatens-win = { $player } tada preti da pobedi potezom { $mv }
byte-why-threatens = { $player } tada preti da osvoji poen potezom { $mv }
byte-why-safe = potezi koji ne poklanjaju poen: { $player } ih ima { $own }, { $enemy } { $other }, a na potezu je { $turn }
byte-why-mobility = { $player } tada ima { $count ->
    [one] { $count } potez
   *[other] { $count } poteza
} umesto { $then }
