# Vodiči: kako se svaka igra dobro igra, lekciju po lekciju. Ono što se naziva dokazanim, test dokazuje iznova.

guide-havannah-pairs = Dva puta vrede kao veza
guide-havannah-pairs-1 = Kamenovi ne moraju da se dodiruju da bi pripadali jedan drugom. Dva kamena koja imaju dva zajednička prazna suseda ne mogu se razdvojiti: ako protivnik uzme jedno od ta dva polja, ti uzmi drugo. To je dvostruka veza. Njome se pokriva više table nego kamenovima koji se dodiruju.
guide-havannah-pairs-shown = X ima uglove a1 i d1 i kamen na c2. Zaokružena polja čine dva para. O je na potezu i ne može da spreči most: probaj.
guide-havannah-pairs-2 = Par drži samo dok odgovaraš. Kada protivnik stane na jedno polje, prvo pogledaj ono drugo.
guide-havannah-pairs-task = O je stao na c1, a za most duž donje strane nedostaje mu još samo jedan kamen, g7.
guide-havannah-pairs-task-words = Nađi potez koji pobeđuje.

guide-havannah-edge = Sigurno uz stranu
guide-havannah-edge-1 = Kamen u drugom redu, dalje od uglova, dodiruje dva polja strane. I to su dva puta: takav kamen je praktično već povezan sa svojom stranom.
guide-havannah-edge-shown = b3 stiže do gornje strane preko a2 ili preko a3. Neka O uzme jedno, a ti odgovori drugim.
guide-havannah-edge-2 = Zato ne žuri da staviš poslednji kamen. Svaki kamen koji ne moraš da staviš jeste potez negde drugde. Pazi na uglove: a1 i a4 ne pripadaju nijednoj strani.

guide-havannah-fork = Tri strane
guide-havannah-fork-1 = Vili trebaju tri strane, bilo koje tri, a lanac sme i da krivuda. Iz sredine table sve strane su podjednako blizu, pa vila odatle dobro raste.
guide-havannah-fork-shown = Četiri kamena igrača X: sredina povezana sa tri kamena u drugom redu, a svaki od njih ima dva puta do svoje strane. Šest zaokruženih polja su tri para, a i veze između kamenova su parovi.
guide-havannah-fork-2 = Dovoljno je odgovarati, osim ako protivnik dobija na vremenu sopstvenim pretnjama. Tada je važan svaki tempo.
guide-havannah-fork-task = O je upravo uzeo f3, jedan od dva puta do donje leve strane.
guide-havannah-fork-task-words = Sačuvaj pobedu: odgovori uz stranu ili prvo zapreti nečim na šta O mora da odgovori.

guide-havannah-threat = Prvo pogledaj šta preti
guide-havannah-threat-1 = Pre nego što kreneš u svoj plan, upitaj se šta bi protivnik uradio sa dva kamena zaredom. Na pretnju neposrednom pobedom postoji jedan odgovor: baš to polje.
guide-havannah-threat-task = X je na potezu i stoji bolje, ali lancu igrača O od g7 nedostaje samo jedan kamen do drugog ugla.
guide-havannah-threat-task-words = Nađi jedini potez koji pobeđuje.
guide-havannah-threat-2 = Polje koje te spasava često ti i pomaže. To vredi više od same odbrane: jednim potezom i braniš i napreduješ.
guide-havannah-threat-second = O preti mostom od a1 do d1. Jedan potez to sprečava, a posle njega X pobeđuje.
guide-havannah-threat-second-words = Nađi ga.

guide-havannah-double = Dve pretnje odjednom
guide-havannah-double-1 = Na jednu pretnju se odgovori. Na dve ne može, jer protivnik ima samo jedan kamen. Traži polje posle kojeg bi ti figuru dovršila dva različita polja.
guide-havannah-double-task = Lanac igrača X drži ugao d7 i bliži se drugom uglu.
guide-havannah-double-task-words = Zapreti dvaput jednim kamenom.
guide-havannah-double-2 = I dvostruka veza je prikrivena dvostruka pretnja: svako od dva polja preti da poveže.

guide-havannah-order = Pretnja za pretnjom
guide-havannah-order-1 = Pretnja na koju se mora odgovoriti ništa te ne košta: posle odgovora opet si na potezu, a tvoj novi kamen ostaje. Ali prva mora biti ona prava, jer i protivnik odgovorom dobija kamen.
guide-havannah-order-task = X pobeđuje nizom pretnji. Samo jedna od njih sme da bude prva.
guide-havannah-order-task-words = Počni pravom pretnjom.
guide-havannah-order-2 = Takav niz odigraj u glavi do kraja pre nego što počneš: pretnja se može iskoristiti samo jednom.
guide-havannah-order-line = Niz posle četiri poteza: d5, f6, f5, g6. X je svakim kamenom dobio potez. Dovrši ga.

guide-havannah-ladder = Merdevine
guide-havannah-ladder-1 = Duž strane table često rastu dva reda jedan uz drugi: jedan igrač hoće da prođe okolo, drugi ga kamen po kamen zaustavlja na ivici. To su merdevine. Svaki kamen napadača preti, svaki odgovor je iznuđen i niko ne može da ih napusti.
guide-havannah-ladder-task = O ima kamen na c1 i jedan niže, na h4. O pobeđuje, ali samo ako započne merdevine.
guide-havannah-ladder-task-words = Započni merdevine.
guide-havannah-ladder-2 = U merdevinama napadač trči drugim redom, a branilac ivicom. Ko stane i pogleda na drugu stranu, gubi: svaki potez igrača O jedini je koji pobeđuje.
guide-havannah-ladder-line = Dva koraka kasnije. Trči dalje.
guide-havannah-ladder-line-words = Nastavi merdevine.
guide-havannah-ladder-3 = Odlučuje to gde se merdevine završavaju. Napadačev kamen na njihovom putu, ovde h4, pomaže im da stignu; bez njega udaraju u ugao i koriste samo braniocu. Pre nego što počneš, pogledaj do kraja; a kamen koji dobro stoji za merdevine vredi odigrati uz pretnju na drugom mestu.
guide-havannah-ladder-without = Ista tabla sa kamenom na c7 umesto na h4: merdevine sada ne vode nikuda i O gubi, šta god da odigra. Dokazano; probaj.

guide-havannah-ring = Prsten se pojavi iznenada
guide-havannah-ring-1 = Prstenu je dovoljno šest kamenova i ne treba mu strana, pa može nastati bilo gde. Često je korisna već sama pretnja: na nju se mora odgovoriti, a odgovor te može koštati poteza koji ti je bio u planu.
guide-havannah-ring-task = X ima pet uglova i vodi u trci za most. Ali O preti da u sredini zatvori prsten.
guide-havannah-ring-task-words = Uzmi polje koje prstenu treba.
guide-havannah-ring-2 = Jedna odbrana ponekad nije dovoljna. Pogledaj ponovo posle svakog kamena.
guide-havannah-ring-second = O je nastavio sa e5, i još jednom prstenu nedostaje samo jedan kamen.
guide-havannah-ring-second-words = Spreči i njega.

guide-havannah-quiet = Tihi potez
guide-havannah-quiet-1 = Najjači potez često nije pretnja. On spaja ono što imaš, uzima polje koje protivniku treba i ostavlja ti više pretnji za sledeći potez.
guide-havannah-quiet-task = Niko ne preti neposrednom pobedom. Jedan kamen u sredini rešava partiju.
guide-havannah-quiet-task-words = Nađi potez posle kojeg se X više ne može zaustaviti.
guide-havannah-quiet-2 = Kada nijedna tvoja pretnja ne uspeva, potraži polje koje treba obema stranama.

guide-havannah-first = Prvi kamen i zamena
guide-havannah-first-1 = Za najmanju tablu tačno se zna koliko vredi prvi potez: X pobeđuje, ali ne svakim kamenom.
guide-havannah-first-task = Veličina 3, prazna tabla. Šest od devetnaest prvih kamenova pobeđuje, ostali ne.
guide-havannah-first-task-words = Počni kamenom koji pobeđuje.
guide-havannah-first-2 = Ako važi pravilo zamene, O sme da preuzme tvoj prvi kamen. Zato počni kamenom koji nije ni predobar ni preslab; a kao O zameni sve što ti izgleda jako.
guide-havannah-first-source = Sva otvaranja veličine 3: šest uglova pobeđuje za X, ostalih trinaest ne.

guide-blockade-count = Prebroj puteve
guide-blockade-count-1 = Blokada je trka. Pešak jednim potezom prelazi dva polja, pa put od sedam polja traje četiri poteza. Pre svakog poteza prebroj puteve oba svoja i oba protivnička pešaka: ko vodi, želi mir, a ko zaostaje, tome treba zid.
guide-blockade-count-shown = Na početku svakom pešaku trebaju četiri poteza do kuće pravo preko puta.
guide-blockade-count-2 = Kada su putevi jednaki i zidova nema, onaj ko je na potezu vodi za taj potez. Ali ne sme da ga potroši uzalud.
guide-blockade-count-task = U ovoj partiji više nema zidova. Obojici trebaju tri poteza, a na potezu je X.
guide-blockade-count-task-words = Zadrži prednost: to čine dva poteza.

guide-blockade-wait = Licem u lice
guide-blockade-wait-1 = Pešaci se preskaču. Dva pešaka koja u istoj liniji stoje na dva polja jedan od drugog čekaju: onaj koji se približi biva preskočen i gubi trku. Tada drugi pešak vredi zlata.
guide-blockade-wait-task = Pešak igrača X na b4 i pešak igrača O na b6 stoje licem u lice. Zidova više nema.
guide-blockade-wait-task-words = Igraj tako da O mora da popusti.
guide-blockade-wait-2 = Drugi pešak ti daje poteze viška. Postaraj se da takvih poteza prvo nestane protivniku.

guide-blockade-goal = Poslednji korak
guide-blockade-goal-1 = Pešak obično ne može jedno polje pravo. Na cilj može, i ne smeta mu što na njemu stoji protivnički pešak. Zato na kraju ne broj potez previše i ne veruj da pešak čuva kuću tako što stoji na njoj.
guide-blockade-goal-task = I O preti da stigne.
guide-blockade-goal-task-words = Pobedi odmah.

guide-blockade-pairs = Jedan zid nije dovoljan
guide-blockade-pairs-1 = Protivnik ima dva pešaka. Zid ispred jednog malo košta dok drugi slobodno trči.
guide-blockade-pairs-one = X je postavio zid u gornju stazu. Donja je otvorena: obojici i dalje trebaju tri poteza.
guide-blockade-pairs-2 = Trka se menja tek kada su obe staze sporije. A zid u sredini smeta i tebi.
guide-blockade-pairs-two = Po jedan zid u svakoj stazi: igraču O sada trebaju četiri poteza umesto tri, ali i igraču X. Ništa nije dobijeno. Traži zidove koji stoje na putu samo protivniku.

guide-blockade-culdesac = Slepa ulica
guide-blockade-culdesac-1 = Zid može da obezvredi već pređene korake. Pusti protivnika da utrči u stazu, pa joj zatvori kraj.
guide-blockade-culdesac-before = Pešak igrača O na d7 trči između dva niza zidova i na dva poteza je od kuće d4; igraču X trebaju četiri.
guide-blockade-culdesac-after = X je odigrao h4-h6 i zidom Gd4 zatvorio stazu. O mora nazad: sada mu trebaju četiri poteza, a igraču X tri.
guide-blockade-culdesac-2 = Iz istog razloga ni ti ne utrčavaj u stazu čiji kraj još može da se zatvori. Jedan zid ne škodi putu za čije su zatvaranje potrebna dva.

guide-blockade-guard = Zid koji ne sme da stoji
guide-blockade-guard-1 = Svaki pešak mora da zadrži put do obe protivničke kuće. Zato poslednji otvor džepa ne može da zatvori niko. Iskoristi to: ostavi otvor tamo gde tebi odgovara, i najbolji protivnički zid postaje nedozvoljen.
guide-blockade-guard-shown = Dva zida okružuju b2 odozgo i zdesna. Zid Bc1 ispod zaokruženih polja zatvorio bi džep, pa je zabranjen: probaj da ga postaviš.
guide-blockade-guard-2 = Pre nego što se uplašiš nekog zida, upitaj se da li je dozvoljen. Pre nego što se osloniš na neki zid, upitaj se isto.

guide-blockade-stop = Zaustavi i trči
guide-blockade-stop-1 = Potez ima dva dela. Kada protivnik preti da stigne, zid mora da ga zaustavi, a pomeranje pešaka ostaje tebi. Najbolji potezi zidom brane, a pešakom prete.
guide-blockade-stop-task = Pešak igrača O na a3 na jedan je potez od b2; igraču X trebaju dva. X ima još jedan zid.
guide-blockade-stop-task-words = Zaustavi O i priđi toliko blizu da te O ne može zaustaviti.

guide-blockade-two = Dva pešaka, dve pretnje
guide-blockade-two-1 = Jedan zid zaustavlja jednog pešaka. Zato drugog pešaka dovedi blizu pre nego što prvim zapretiš. U ovoj maloj partiji potez je pomeranje pešaka ili zid, ne oba.
guide-blockade-two-task = Oba pešaka igrača X su na dva poteza od cilja. O ima još samo jedan zid.
guide-blockade-two-task-words = Zapreti jednim pešakom, a drugog čuvaj u rezervi.
guide-blockade-two-2 = O mora poslednji zid da potroši na prvog pešaka, a drugi stiže.

guide-blockade-stock = Kada ponestane zidova
guide-blockade-stock-1 = Dok god neko ima zid, prednost u trci može da se izgubi. Broj šta je kome ostalo.
guide-blockade-stock-task = Svakome je ostao po jedan zid. Potez je pomeranje pešaka ili zid. Jedan potez igrača X pobeđuje protiv svake odbrane.
guide-blockade-stock-task-words = Nađi ga: trčati ili zidati?
guide-blockade-stock-2 = Kada su zalihe prazne, ostaje samo brojanje.
guide-blockade-stock-empty = Svi zidovi su postavljeni. Obojici trebaju dva poteza, a na potezu je X.
guide-blockade-stock-empty-words = Dovedi partiju do kraja: kojim pešakom?

guide-byte-top = Vrh odlučuje
guide-byte-top-1 = Kula donosi poen onome čija je figura na vrhu, bez obzira na to ko ju je dovršio. Zato pre svakog spajanja postavi dva pitanja: koliko će stek biti visok i čija je figura na vrhu?
guide-byte-top-task = Svako ima po jednu kulu; sledeća odlučuje. X sme da prenese bilo koji stek na drugi.
guide-byte-top-task-words = Dovrši kulu sa svojom figurom na vrhu.

guide-byte-moves = Potezi vrede više od figura
guide-byte-moves-1 = Primamljivo je graditi visoke stekove sa svojom figurom na vrhu. Pobeđuje nešto drugo: imati poteze kada ih protivnik nema. Broj svoje i protivnikove poteze.
guide-byte-moves-shown = Na početku X ima 35 poteza. Zaokružene figure imaju po četiri suseda, i svaki od njih sme da se spoji sa njima. Odigraj nekoliko poteza i gledaj kako ih brzo biva sve manje.
guide-byte-moves-2 = Razlog je u sledećim lekcijama: ko može da igra, mora, a pred kraj potez ume da bude teret.
guide-byte-moves-source = Dva igrača sa po 3.000 pozicija po potezu: onaj koji broji samo poteze dobio je 36 od 40 partija protiv onoga koji gleda vrhove, dna i rezultat.

guide-byte-zugzwang = Iznudica
guide-byte-zugzwang-1 = Niko ne sme da odbije potez. Igrač kome svaki potez pomaže drugoj strani ipak mora jedan od njih da odigra: to je iznudica.
guide-byte-zugzwang-task = Svako ima po jednu kulu. X ima četiri poteza; tri gube.
guide-byte-zugzwang-task-words = Nađi potez posle kojeg sve što O može da odigra donosi pobedu igraču X.
guide-byte-zugzwang-2 = Primeti da X ništa ne dovršava. On poslednji potez ostavlja igraču O.

guide-byte-pass = Propušten potez može biti poklon
guide-byte-pass-1 = Igrač bez poteza propušta, i to ga ništa ne košta. Kada stekovi stoje tako da sebi kvari onaj ko igra, dobro je nemati potez.
guide-byte-pass-x = X je na potezu, može samo da propusti i pobeđuje.
guide-byte-pass-2 = Ista pozicija kada je na potezu O: ima dva poteza i sa oba gubi.
guide-byte-pass-o = O mora da primakne stekove, a kulu dobija X.

guide-byte-bottom = Čije je dno?
guide-byte-bottom-1 = Usamljen stek pomera onaj čija je figura na dnu. Sa svojim figurama na dnu imaš korake u rezervi, a protivnik ih nema. Zato dobro razmisli pre nego što svoje dno preneseš na tuđi stek.
guide-byte-bottom-task = Na dnu sva tri steka je O. X ima kulu više, a O je na potezu i ima četiri poteza.
guide-byte-bottom-task-words = Nađi korak posle kojeg X mora da propusti, a O pobeđuje.
guide-byte-bottom-2 = Igraču O trebaju obe preostale kule, i on ih osvaja.

guide-byte-lift = Podigni deo
guide-byte-lift-1 = Smeš da podigneš od bilo koje svoje figure, sa svime što je iznad nje. Ono što ostane jeste poseban stek, možda sa drugim vrhom. Pre odluke pogledaj oba steka figuru po figuru.
guide-byte-lift-task = Svako ima po jednu kulu, a ostalo je osam figura. Ako se pomeraju celi stekovi, vrh dobija O.
guide-byte-lift-task-words = Podigni tako da poslednja reč bude tvoja: to čine dva poteza.

guide-byte-starve = Ne ostavi mu ništa
guide-byte-starve-1 = Spajanje koje protivniku oduzima poslednje poteze može da vredi više od onoga koje gradi. Dok god protivnik propušta, možeš sve da urediš po svojoj volji.
guide-byte-starve-task = O ima kulu više. Od četiri poteza igrača X pobeđuje samo jedan.
guide-byte-starve-task-words = Oduzmi igraču O poslednje poteze.
guide-byte-starve-2 = U liniji rešavača O propušta šest puta, a X osvaja obe kule.

guide-byte-approach = Ko mora da priđe?
guide-byte-approach-1 = Dva usamljena steka približavaju se korak po korak, dok neko ne mora da ih sastavi. Ko će tada biti na potezu, može da se izbroji kao put u trci.
guide-byte-approach-shown = Svako ima po jednu kulu. X drži oba dna i ima sve poteze, njih četiri, i svakim gubi: kada se stekovi sretnu, bira O.
guide-byte-approach-2 = Zavisi i od stekova. Ovde su drukčiji, i X sa istim brojem figura pobeđuje.
guide-byte-approach-won = Dva jednaka steka od po četiri figure, X na potezu: pobeđuje X.

guide-byte-patience = Poen može da sačeka
guide-byte-patience-1 = Kula koju samo ti možeš da dovršiš neće pobeći. Dovršavanje košta potez i skida s table figure koje ti daju poteze. Uzmi je kada ti zatreba.
guide-byte-patience-task = X bi odmah mogao da dovrši kulu potezom b4:2-c3. Taj potez gubi. Gubi i pet drugih.
guide-byte-patience-task-words = Nađi jedini potez koji pobeđuje.
guide-byte-patience-2 = Odavde do kraja ima mnogo poteza i niko ih sve ne bi prebrojao. Pravilo je jednostavnije: uporedi koliko poteza imaju obe strane pošto kula nestane.

guide-byte-second = X ili O?
guide-byte-second-1 = U mnogim igrama je dobro početi. Za Bajt merenja kažu suprotno.
guide-byte-second-shown = Posle jednog poteza igrača X. Kako glasi tvoj odgovor?
guide-byte-second-source = Između jednakih protivnika na 8 × 8, posle dva nasumična poteza, X je dobio 38 % od 100 partija sa 6.000 pozicija po potezu, a 28 % sa 100.000. Što se bolje igra, to je bolje za O.
guide-byte-second-2 = Zato neka ti ne bude dovoljno da neki nivo pobeđuješ samo kao O. Posle svake partije promeni stranu.
