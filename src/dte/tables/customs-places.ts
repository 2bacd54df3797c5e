import type { Table } from './customs-tables.ts'

/*
 * The customs' tables of ports and countries [S23]. Older copies of the tables know codes that newer ones left out, and
 * the other way round: all are here. Where a code has been given to another port, it stands for the newer one.
 */

/** CodPtoEmbarque and CodPtoDesemb. */
export const ports = tableIn(`
  111 Montreal; 112 Otros puertos del Pacífico, Canadá; 113 Halifax; 114 Vancouver; 115 Saint John; 116 Toronto; 117
  Otros puertos de Canadá; 118 Bayside; 120 Port-Cartier; 121 Otros puertos del Atlántico, Estados Unidos; 122 Otros
  puertos del golfo de México, Estados Unidos; 123 Otros puertos del Pacífico, Estados Unidos; 124 Quebec; 125 Prince
  Rupert; 126 Hamilton; 131 Boston; 132 New Haven; 133 Bridgeport; 134 Nueva York; 135 Filadelfia; 136 Baltimore; 137
  Norfolk; 138 Wilmington; 139 Charleston; 140 Savannah; 141 Miami; 142 Everglades; 143 Jacksonville; 145 Palm Beach;
  146 Baton Rouge; 147 Columbus; 148 Pittsburgh; 149 Duluth; 150 Milwaukee; 151 Tampa; 152 Pensacola; 153 Mobile; 154
  Nueva Orleans; 155 Port Arthur; 156 Galveston; 157 Corpus Christi; 158 Brownsville; 159 Houston; 160 Oakland; 161
  Stockton; 171 Seattle; 172 Portland; 173 San Francisco, Estados Unidos; 174 Los Ángeles; 175 Long Beach; 176 San
  Diego; 180 Otros puertos de Estados Unidos; 190 Punta Chungo; 199 Los Vilos; 201 Puchoco; 202 Oxiquim; 203 Terminal
  gasero Abastible; 204 Patache; 205 Calbuco; 206 Michilla; 207 Puerto Angamos; 208 Poseidón; 209 Tres Puentes; 210
  Otros puertos de México; 211 Tampico; 212 Otros puertos del Pacífico, México; 213 Veracruz; 214 Coatzacoalcos; 215
  Guaymas; 216 Mazatlán; 217 Manzanillo; 218 Acapulco; 219 Otros puertos del golfo de México; 220 Altamira; 221
  Cristóbal; 222 Balboa; 223 Colón; 224 Otros puertos de Panamá; 225 Paso Guanaco Sonso; 231 Otros puertos de
  Colombia; 232 Buenaventura; 233 Barranquilla; 241 Otros puertos de Ecuador; 242 Guayaquil; 251 Otros puertos de
  Perú; 252 Callao; 253 Ilo; 254 Iquitos; 261 Otros puertos de Argentina; 262 Buenos Aires; 263 Necochea; 264 Mendoza;
  265 Córdoba; 266 Bahía Blanca; 267 Comodoro Rivadavia; 268 Puerto Madryn; 269 Mar del Plata; 270 Rosario; 271 Otros
  puertos de Uruguay; 272 Montevideo; 281 Otros puertos de Venezuela; 282 La Guaira; 285 Maracaibo; 291 Otros puertos
  de Brasil; 292 Santos; 293 Río de Janeiro; 294 Río Grande del Sur; 295 Paranaguá; 296 São Paulo; 297 Salvador; 301
  Otros puertos de las Antillas Holandesas; 302 Curazao; 399 Otros puertos de América; 411 Shanghái; 412 Dairen; 413
  Otros puertos de China; 420 Otros puertos de Corea del Norte; 421 Nampo; 422 Busan; 423 Otros puertos de Corea del
  Sur; 431 Manila; 432 Otros puertos de Filipinas; 441 Otros puertos de Japón; 442 Osaka; 443 Kobe; 444 Yokohama; 445
  Nagoya; 446 Shimizu; 447 Moji; 448 Yawata; 449 Fukuyama; 451 Kaohsiung; 452 Keelung; 453 Otros puertos de Taiwán;
  461 Kharg; 462 Otros puertos de Irán; 471 Calcuta; 472 Otros puertos de India; 481 Chalna; 482 Otros puertos de
  Bangladesh; 491 Otros puertos de Singapur; 492 Hong Kong; 499 Otros puertos de Asia; 511 Constanza; 512 Otros
  puertos de Rumania; 521 Varna; 522 Otros puertos de Bulgaria; 531 Rijeka; 532 Otros puertos de Yugoslavia; 533
  Belgrado; 534 Otros puertos de Serbia; 535 Podgorica; 536 Otros puertos de Montenegro; 537 Otros puertos de Croacia;
  538 Rijeka; 541 Otros puertos de Italia; 542 Génova; 543 Livorno; 544 Nápoles; 545 Salerno; 546 Augusta; 547 Savona;
  551 Otros puertos de Francia; 552 La Pallice; 553 Le Havre; 554 Marsella; 555 Burdeos; 556 Calais; 557 Brest; 558
  Ruan; 561 Otros puertos de España; 562 Cádiz; 563 Barcelona; 564 Bilbao; 565 Huelva; 566 Sevilla; 567 Tarragona; 568
  Algeciras; 569 Valencia; 571 Liverpool; 572 Londres; 573 Rochester; 574 Eten Salverry; 576 Otros puertos de
  Inglaterra; 577 Dover; 578 Plymouth; 581 Helsinki; 582 Otros puertos de Finlandia; 583 Hanko; 584 Kemi; 585 Kokkola;
  586 Kotka; 587 Oulu; 588 Pietarsaari; 589 Pori; 591 Bremen; 592 Hamburgo; 593 Núremberg; 594 Fráncfort; 595
  Düsseldorf; 596 Otros puertos de Alemania; 597 Cuxhaven; 598 Rostock; 599 Oldenburg; 601 Amberes; 602 Otros puertos
  de Bélgica; 603 Zeebrugge; 604 Gante; 605 Ostende; 611 Lisboa; 612 Otros puertos de Portugal; 613 Setúbal; 621
  Ámsterdam; 622 Róterdam; 623 Otros puertos de los Países Bajos; 631 Gotemburgo; 632 Otros puertos de Suecia; 633
  Malmö; 634 Helsingborg; 635 Kalmar; 641 Aarhus; 642 Copenhague; 643 Otros puertos de Dinamarca; 644 Aalborg; 645
  Odense; 651 Oslo; 652 Otros puertos de Noruega; 653 Stavanger; 699 Otros puertos de Europa; 711 Durban; 712 Ciudad
  del Cabo; 713 Otros puertos de Sudáfrica; 714 Saldanha; 715 Port Elizabeth; 716 Mossel Bay; 717 East London; 799
  Otros puertos de África; 811 Sídney; 812 Fremantle; 813 Otros puertos de Australia; 814 Adelaida; 815 Darwin; 816
  Geraldton; 817 Puerto Cabo Froward; 818 Muelle Huachipato; 819 Terminal Marítimo Escuadrón; 820 Terminal Portuario
  Terquim; 821 Terminal Muelle Mecanizado Esperanza; 822 Terminal Marítimo Enaex; 823 Terminal Marítimo Oxiquim; 824
  Paso Buta Mallín; 825 Aeródromo La Araucanía; 826 Estación de Medición Recinto; 827 Terminal Graneles del Norte; 828
  Muelle Interacid Trading; 829 Terminal Marítimo Abastible; 830 Terminal Marítimo ENAP; 831 Aeródromo Pichoy; 899
  Otros puertos de Oceanía; 900 Consumo de naves y aeronaves de transporte internacional; 901 Arica; 902 Iquique; 903
  Antofagasta; 904 Coquimbo; 905 Valparaíso; 906 San Antonio; 907 Talcahuano; 908 San Vicente; 909 Lirquén; 910 Puerto
  Montt; 911 Chacabuco, Puerto Aysén; 912 Punta Arenas; 913 Patillos; 914 Tocopilla; 915 Mejillones; 916 Taltal; 917
  Chañaral, Barquito; 918 Caldera; 919 Calderilla; 920 Huasco, Guacolda; 921 Quintero; 922 Juan Fernández; 923
  Constitución; 924 Tomé; 925 Penco; 926 Coronel; 927 Lota; 928 Lebu; 929 Isla de Pascua; 930 Corral; 931 Ancud; 932
  Castro; 933 Quellón; 934 Chaitén; 935 Tortel; 936 Natales; 937 Guarello; 938 Puerto Andino; 939 Percy; 940
  Clarencia; 941 Gregorio; 942 Cabo Negro; 943 Puerto Williams; 944 Territorio Antártico Chileno; 945 Aeropuerto
  Carriel Sur; 946 Guayacán; 947 Paso Pehuenche; 948 Ventanas; 949 Pino Hachado (Liucura); 950 Caleta Coloso; 951
  Aguas Negras; 952 Zona Franca de Iquique; 953 Zona Franca de Punta Arenas; 954 Río Mayer; 955 Río Mosco; 956
  Visviri; 957 Chacalluta; 958 Chungará; 959 Colchane; 960 Abra de Napa; 961 Ollagüe; 962 San Pedro de Atacama; 963
  Socompa; 964 San Francisco; 965 Los Libertadores; 966 Mahuil Malal; 967 Cardenal Samoré; 968 Pérez Rosales; 969
  Futaleufú; 970 Palena, Carrenleufú; 971 Panguipulli; 972 Huahum; 973 Lago Verde; 974 Appeleg; 975 Pampa Alta; 976
  Huemules; 977 Chile Chico; 978 Baker; 979 Dorotea; 980 Casas Viejas; 981 Monte Aymond; 982 San Sebastián; 983
  Coyhaique Alto; 984 Triana; 985 Ibáñez, Palavicini; 986 Villa O'Higgins; 987 Aeropuerto Chacalluta; 988 Aeropuerto
  Diego Aracena; 989 Aeropuerto Cerro Moreno; 990 Aeropuerto El Tepual; 991 Aeropuerto C. Ibáñez del Campo; 992
  Aeropuerto A. Merino Benítez; 993 Aeródromo El Loa; 994 Arica-Tacna; 995 Arica-La Paz; 996 Terminal petrolero ENAP;
  997 Otros puertos de Chile; 998 Paso Jama; 999 GNL Mejillones`)

/** CodPaisRecep, CodPaisDestin and Nacionalidad. */
export const countries = tableIn(`
  101 Senegal; 102 Gambia; 103 Guinea-Bisáu; 104 Guinea; 105 Sierra Leona; 106 Liberia; 107 Costa de Marfil; 108
  Ghana; 109 Togo; 111 Nigeria; 112 Sudáfrica; 113 Botsuana; 114 Lesoto; 115 Malaui; 116 Zimbabue; 117 Zambia; 118
  Comoras; 119 Mauricio; 120 Madagascar; 121 Mozambique; 122 Suazilandia; 123 Sudán; 124 Egipto; 125 Libia; 126 Túnez;
  127 Argelia; 128 Marruecos; 129 Cabo Verde; 130 Chad; 131 Níger; 132 Alto Volta; 133 Malí; 134 Mauritania; 135
  Tanzania; 136 Uganda; 137 Kenia; 138 Somalia; 139 Etiopía; 140 Angola; 141 Burundi; 142 Ruanda; 143 República
  Democrática del Congo; 144 Congo; 145 Gabón; 146 Santo Tomé y Príncipe; 147 Guinea Ecuatorial; 148 República
  Centroafricana; 149 Camerún; 150 Benín; 151 Territorio británico en África; 152 Territorio español en África; 153
  Territorio francés en África; 154 Bofutatsuana; 155 Yibuti; 156 Seychelles; 158 Venda; 159 Namibia; 160 Sudán del
  Sur; 161 Burkina Faso; 162 Ciskei; 163 Eritrea; 164 Islas Marshall; 165 Sahara Occidental; 166 Transkei; 201
  Venezuela; 202 Colombia; 203 Trinidad y Tobago; 204 Barbados; 205 Jamaica; 206 República Dominicana; 207 Bahamas;
  208 Haití; 209 Cuba; 210 Panamá; 211 Costa Rica; 212 Nicaragua; 213 El Salvador; 214 Honduras; 215 Guatemala; 216
  México; 217 Guyana; 218 Ecuador; 219 Perú; 220 Brasil; 221 Bolivia; 222 Paraguay; 223 Uruguay; 224 Argentina; 225
  Estados Unidos de América; 226 Canadá; 227 Territorio británico en América; 228 Territorio francés en América; 229
  Territorio holandés en América; 230 Territorio de Dinamarca; 231 Dominica; 232 Granada; 233 Santa Lucía; 234 San
  Vicente y las Granadinas; 235 Surinam; 236 Belice; 240 Antigua y Barbuda; 241 San Cristóbal y Nieves; 242 Anguila;
  243 Aruba; 244 Bermudas; 245 Islas Vírgenes Británicas; 246 Islas Caimán; 247 Antillas Neerlandesas; 248 Islas
  Turcas y Caicos; 249 Islas Vírgenes de Estados Unidos; 250 Martinica; 251 Puerto Rico; 252 Montserrat; 253
  Groenlandia; 301 Jordania; 302 Arabia Saudita; 303 Kuwait; 304 Omán; 305 Chipre; 306 Israel; 307 Irak; 308
  Afganistán; 309 Irán; 310 Siria; 311 Líbano; 312 Qatar; 313 Bahréin; 314 Sri Lanka; 315 Camboya; 316 Laos; 317
  India; 318 Bután; 319 Tailandia; 320 Nepal; 321 Bangladesh; 322 Palestina; 323 Yemen del Sur; 324 Pakistán; 325
  Vietnam; 326 Myanmar; 327 Maldivas; 328 Indonesia; 329 Malasia; 330 Taiwán; 331 Japón; 332 Singapur; 333 Corea del
  Sur; 334 Corea del Norte; 335 Filipinas; 336 China; 337 Mongolia; 341 Emiratos Árabes Unidos; 342 Hong Kong; 343
  Territorio portugués en Asia; 344 Brunéi; 345 Macao; 346 Yemen; 401 Fiyi; 402 Nauru; 403 Tonga; 404 Samoa
  Occidental; 405 Nueva Zelandia; 406 Australia; 407 Territorio británico en Oceanía y el Pacífico; 408 Territorio
  francés en Oceanía y el Pacífico; 409 Territorio norteamericano en Oceanía y el Pacífico; 412 Papúa Nueva Guinea;
  415 Vanuatu; 416 Kiribati; 417 Micronesia; 418 Islas Salomón; 419 Tuvalu; 420 Palaos; 421 Niue; 422 Polinesia
  Francesa; 423 Nueva Caledonia; 424 Islas Marianas del Norte; 425 Guam; 426 Timor Oriental; 427 Islas Cook; 501
  Portugal; 502 República Federal de Alemania; 503 República Democrática Alemana; 504 Italia; 505 Francia; 506
  Irlanda; 507 Dinamarca; 508 Suiza; 509 Austria; 510 Reino Unido; 511 Suecia; 512 Finlandia; 513 Noruega; 514
  Bélgica; 515 Países Bajos; 516 Islandia; 517 España; 518 Albania; 519 Rumania; 520 Grecia; 521 Unión Soviética; 522
  Turquía; 523 Malta; 524 Santa Sede; 525 Andorra; 526 Yugoslavia; 527 Bulgaria; 528 Polonia; 529 Checoslovaquia; 530
  Hungría; 532 Luxemburgo; 534 Liechtenstein; 535 Mónaco; 536 San Marino; 540 Armenia; 541 Azerbaiyán; 542
  Bielorrusia; 543 Bosnia y Herzegovina; 544 República Checa; 545 Eslovaquia; 546 Serbia; 547 Croacia; 548 Eslovenia;
  549 Estonia; 550 Georgia; 551 Kazajistán; 552 Kirguistán; 553 Letonia; 554 Lituania; 555 Macedonia; 556 Moldavia;
  557 Tayikistán; 558 Turkmenistán; 559 Ucrania; 560 Uzbekistán; 561 Montenegro; 562 Rusia; 563 Alemania; 564
  República Federal de Yugoslavia; 565 Gibraltar; 566 Guernsey; 567 Isla de Man; 568 Jersey; 585 Gibraltar; 901
  Combustibles y lubricantes para naves y aeronaves extranjeras; 902 Rancho de naves y aeronaves extranjeras; 903
  Pesca extra; 904 Origen o destino no precisado; 905 Zona Franca de Iquique; 906 Depósito Franco; 907 Zona Franca de
  Punta Arenas; 910 Zona Franca de Arica; 997 Chile; 998 Nacionalidad reputada; 999 País desconocido`)

export function isPort (code: number): boolean {
  return ports[code] !== undefined
}

export function isCountry (code: number): boolean {
  return countries[code] !== undefined
}

// From 901 on stand destinations of goods, and countries that are not known; Chile is 997.
const lastCountry = 900
const chile = 997

/** Whether the code is of a country that a person or company can be from. */
export function isNationality (code: number): boolean {
  return isCountry(code) && (code <= lastCountry || code === chile)
}

/** "111 Montreal; 112 …" */
function tableIn (text: string): Table {
  const rows = text.replaceAll(/\s+/g, ' ').trim().split('; ')
  return Object.fromEntries(rows.map((row) => [Number(row.slice(0, 3)), row.slice(4)]))
}
