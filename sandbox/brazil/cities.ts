export interface City {
  name: string;
  uf: string;
  ddd: string;
  /** First three digits of the city's CEPs. */
  cepPrefix: string;
  /** City centre, in degrees. */
  latitude: number;
  longitude: number;
}

export const CAMPINAS: City = {
  name: "Campinas",
  uf: "SP",
  ddd: "19",
  cepPrefix: "130",
  latitude: -22.90556,
  longitude: -47.06083,
};

export const CITIES: readonly City[] = [
  CAMPINAS,
  {
    name: "São Paulo",
    uf: "SP",
    ddd: "11",
    cepPrefix: "013",
    latitude: -23.55052,
    longitude: -46.633308,
  },
  {
    name: "Ribeirão Preto",
    uf: "SP",
    ddd: "16",
    cepPrefix: "140",
    latitude: -21.1767,
    longitude: -47.82085,
  },
  {
    name: "Santos",
    uf: "SP",
    ddd: "13",
    cepPrefix: "110",
    latitude: -23.96083,
    longitude: -46.33361,
  },
  {
    name: "Rio de Janeiro",
    uf: "RJ",
    ddd: "21",
    cepPrefix: "200",
    latitude: -22.90685,
    longitude: -43.1729,
  },
  {
    name: "Belo Horizonte",
    uf: "MG",
    ddd: "31",
    cepPrefix: "301",
    latitude: -19.91668,
    longitude: -43.93449,
  },
  {
    name: "Uberlândia",
    uf: "MG",
    ddd: "34",
    cepPrefix: "384",
    latitude: -18.91861,
    longitude: -48.27722,
  },
  {
    name: "Curitiba",
    uf: "PR",
    ddd: "41",
    cepPrefix: "800",
    latitude: -25.42836,
    longitude: -49.27325,
  },
  {
    name: "Florianópolis",
    uf: "SC",
    ddd: "48",
    cepPrefix: "880",
    latitude: -27.59487,
    longitude: -48.54822,
  },
  {
    name: "Porto Alegre",
    uf: "RS",
    ddd: "51",
    cepPrefix: "900",
    latitude: -30.03465,
    longitude: -51.21766,
  },
  {
    name: "Salvador",
    uf: "BA",
    ddd: "71",
    cepPrefix: "400",
    latitude: -12.97304,
    longitude: -38.5023,
  },
  { name: "Recife", uf: "PE", ddd: "81", cepPrefix: "500", latitude: -8.04756, longitude: -34.877 },
  {
    name: "Fortaleza",
    uf: "CE",
    ddd: "85",
    cepPrefix: "600",
    latitude: -3.73186,
    longitude: -38.52667,
  },
  {
    name: "Goiânia",
    uf: "GO",
    ddd: "62",
    cepPrefix: "740",
    latitude: -16.68688,
    longitude: -49.26479,
  },
  {
    name: "Brasília",
    uf: "DF",
    ddd: "61",
    cepPrefix: "700",
    latitude: -15.79389,
    longitude: -47.88278,
  },
];

export const BIG_CITIES: ReadonlySet<string> = new Set([
  "Campinas",
  "São Paulo",
  "Rio de Janeiro",
  "Belo Horizonte",
]);

export const STREETS = [
  "Rua das Acácias",
  "Avenida Brasil",
  "Rua XV de Novembro",
  "Rua Sete de Setembro",
  "Avenida Independência",
  "Rua Barão de Itapura",
  "Rua São José",
  "Travessa do Comércio",
  "Alameda dos Ipês",
  "Rua Padre Anchieta",
  "Avenida Getúlio Vargas",
  "Rua Tiradentes",
] as const;

export const DISTRICTS = [
  "Centro",
  "Jardim América",
  "Vila Nova",
  "Santa Cecília",
  "Bela Vista",
  "Jardim das Flores",
  "São Bernardo",
  "Cambuí",
  "Boa Vista",
] as const;

export const PEOPLE = [
  "Aline Barros Teixeira",
  "Bruno Sampaio",
  "Camila Rezende",
  "Diego Antunes",
  "Elisângela Prado",
  "Fábio Moura",
  "Gisele Arantes",
  "Heitor Bragança",
  "Ivone Saldanha",
  "João Pedro Vilela",
  "Karina Lisboa",
  "Leandro Quintela",
  "Márcia Goulart",
  "Nelson Pacheco",
  "Olívia Brandão",
  "Paulo Sérgio Amaral",
  "Renata Coutinho",
  "Sônia Valadares",
  "Tiago Meireles",
  "Vanessa Figueira",
] as const;
