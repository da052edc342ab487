/** The largest cities of Brazil by inhabitants, the largest first: the first letters of a name usually mean one of them. */
const LARGE_CITIES =
  `São Paulo/SP,Rio de Janeiro/RJ,Brasília/DF,Fortaleza/CE,Salvador/BA,Belo Horizonte/MG,Manaus/AM,Curitiba/PR,Recife/PE,Goiânia/GO,
Belém/PA,Porto Alegre/RS,Guarulhos/SP,Campinas/SP,São Luís/MA,Maceió/AL,Campo Grande/MS,São Gonçalo/RJ,Teresina/PI,João Pessoa/PB,
Duque de Caxias/RJ,Nova Iguaçu/RJ,São Bernardo do Campo/SP,Natal/RN,Santo André/SP,Osasco/SP,Sorocaba/SP,Uberlândia/MG,Ribeirão Preto/SP,São José dos Campos/SP,
Cuiabá/MT,Jaboatão dos Guararapes/PE,Contagem/MG,Joinville/SC,Feira de Santana/BA,Aracaju/SE,Londrina/PR,Juiz de Fora/MG,Florianópolis/SC,Aparecida de Goiânia/GO,
Serra/ES,Campos dos Goytacazes/RJ,Belford Roxo/RJ,Niterói/RJ,São José do Rio Preto/SP,Ananindeua/PA,Vila Velha/ES,Caxias do Sul/RS,Porto Velho/RO,Mogi das Cruzes/SP,
Jundiaí/SP,Macapá/AP,São João de Meriti/RJ,Piracicaba/SP,Campina Grande/PB,Santos/SP,Mauá/SP,Montes Claros/MG,Boa Vista/RR,Betim/MG,
Maringá/PR,Anápolis/GO,Diadema/SP,Carapicuíba/SP,Petrolina/PE,Bauru/SP,Caruaru/PE,Vitória da Conquista/BA,Itaquaquecetuba/SP,Rio Branco/AC,
Blumenau/SC,Ponta Grossa/PR,Caucaia/CE,Cariacica/ES,Franca/SP,Olinda/PE,Praia Grande/SP,Cascavel/PR,Canoas/RS,Paulista/PE,
Uberaba/MG,Santarém/PA,São Vicente/SP,Ribeirão das Neves/MG,São José dos Pinhais/PR,Pelotas/RS,Vitória/ES,Barueri/SP,Taubaté/SP,Suzano/SP,
Palmas/TO,Camaçari/BA,Várzea Grande/MT,Juazeiro do Norte/CE,Foz do Iguaçu/PR,Parauapebas/PA,Petrópolis/RJ,Limeira/SP,Volta Redonda/RJ,Governador Valadares/MG,
Taboão da Serra/SP,São José/SC,Chapecó/SC,Sumaré/SP,Santa Maria/RS,Gravataí/RS,Mossoró/RN,Imperatriz/MA,Itajaí/SC,Marabá/PA,
Embu das Artes/SP,São Carlos/SP,Macaé/RJ,Indaiatuba/SP,Cotia/SP,Araraquara/SP,Jacareí/SP,Americana/SP,Marília/SP,Itapevi/SP,
Novo Hamburgo/RS,Ipatinga/MG,Hortolândia/SP,Presidente Prudente/SP,Dourados/MS,Rondonópolis/MT,Juazeiro/BA,Viamão/RS,Sete Lagoas/MG,Colombo/PR,
Cabo Frio/RJ,Divinópolis/MG,São Leopoldo/RS,Magé/RJ,Itaboraí/RJ,Palhoça/SC,Passo Fundo/RS,Criciúma/SC,Rio Verde/GO,Santa Luzia/MG,
Lauro de Freitas/BA,Luziânia/GO,Sobral/CE,Águas Lindas de Goiás/GO,Parnamirim/RN,Rio Claro/SP,Arapiraca/AL,Angra dos Reis/RJ,Araçatuba/SP,Santa Bárbara d'Oeste/SP,
Nova Friburgo/RJ,Castanhal/PA,Ferraz de Vasconcelos/SP,Cachoeiro de Itapemirim/ES,Itabuna/BA,Guarujá/SP,Linhares/ES,Valparaíso de Goiás/GO,Maricá/RJ,Guarapuava/PR,
Nossa Senhora do Socorro/SE,Barra Mansa/RJ,Sinop/MT,Poços de Caldas/MG,Ibirité/MG,Francisco Morato/SP,Camboriú/SC,Balneário Camboriú/SC,Jaraguá do Sul/SC,Teresópolis/RJ,
Itu/SP,Itapecerica da Serra/SP,Alvorada/RS,São Caetano do Sul/SP,Lages/SC,Maracanaú/CE,Bragança Paulista/SP,Pindamonhangaba/SP,Toledo/PR,Cachoeirinha/RS,
Rio Grande/RS,Patos de Minas/MG,Mesquita/RJ,Nilópolis/RJ,Paranaguá/PR,Pouso Alegre/MG,Itapetininga/SP,Ilhéus/BA,Teixeira de Freitas/BA,Barreiras/BA,
Queimados/RJ,São Mateus/ES,Colatina/ES,Teófilo Otoni/MG,Varginha/MG,Conselheiro Lafaiete/MG,Sabará/MG,Barbacena/MG,Araguari/MG,Itabira/MG,
Passos/MG,Mogi Guaçu/SP,Franco da Rocha/SP,Jaú/SP,Botucatu/SP,Atibaia/SP,Araras/SP,Santana de Parnaíba/SP,Valinhos/SP,Sertãozinho/SP,
Catanduva/SP,Barretos/SP,Birigui/SP,Votorantim/SP,Guaratinguetá/SP,Várzea Paulista/SP,Tatuí/SP,Caraguatatuba/SP,Salto/SP,Ourinhos/SP,
Poá/SP,Assis/SP,Leme/SP,Itatiba/SP,Paulínia/SP,Cubatão/SP,Mairiporã/SP,Umuarama/PR,Apucarana/PR,Arapongas/PR,
Campo Largo/PR,Almirante Tamandaré/PR,Pinhais/PR,Piraquara/PR,Cambé/PR,Fazenda Rio Grande/PR,Araucária/PR,Brusque/SC,Tubarão/SC,Bento Gonçalves/RS,
Bagé/RS,Erechim/RS,Uruguaiana/RS,Guaíba/RS,Santa Cruz do Sul/RS,Sapucaia do Sul/RS,Lajeado/RS,Ijuí/RS,Sant'Ana do Livramento/RS,Três Lagoas/MS,
Corumbá/MS,Ponta Porã/MS,Sorriso/MT,Tangará da Serra/MT,Cáceres/MT,Catalão/GO,Itumbiara/GO,Jataí/GO,Trindade/GO,Formosa/GO,
Novo Gama/GO,Senador Canedo/GO,Araguaína/TO,Gurupi/TO,Ji-Paraná/RO,Ariquemes/RO,Vilhena/RO,Cruzeiro do Sul/AC,Parintins/AM,Itacoatiara/AM,
Santana/AP,Abaetetuba/PA,Cametá/PA,Bragança/PA,Altamira/PA,Barcarena/PA,Tucuruí/PA,Timon/MA,São José de Ribamar/MA,Caxias/MA,
Codó/MA,Paço do Lumiar/MA,Açailândia/MA,Bacabal/MA,Parnaíba/PI,Picos/PI,Crato/CE,Itapipoca/CE,Maranguape/CE,Quixadá/CE,
Iguatu/CE,Caicó/RN,São Gonçalo do Amarante/RN,Macaíba/RN,Patos/PB,Santa Rita/PB,Bayeux/PB,Cabedelo/PB,Sousa/PB,Cabo de Santo Agostinho/PE,
Garanhuns/PE,Vitória de Santo Antão/PE,Igarassu/PE,São Lourenço da Mata/PE,Abreu e Lima/PE,Serra Talhada/PE,Santa Cruz do Capibaribe/PE,Ipojuca/PE,Rio Largo/AL,Palmeira dos Índios/AL,
Lagarto/SE,Itabaiana/SE,São Cristóvão/SE,Alagoinhas/BA,Porto Seguro/BA,Simões Filho/BA,Paulo Afonso/BA,Eunápolis/BA,Jequié/BA,Santo Antônio de Jesus/BA`
    .split(",")
    .map((city) => city.trim());

const RANKS = new Map(LARGE_CITIES.map((city, rank) => [city, rank]));

/** Orders cities, each as "Campinas/SP", with the largest first; the others keep their order. */
export function sortBySize<T>(cities: readonly T[], toLabel: (city: T) => string): T[] {
  const rank = (city: T) => RANKS.get(toLabel(city)) ?? LARGE_CITIES.length;
  return cities.toSorted((one, other) => rank(one) - rank(other));
}

/** The list itself, for the test that compares it with the register of municipalities. */
export function listLargeCities(): readonly string[] {
  return LARGE_CITIES;
}
