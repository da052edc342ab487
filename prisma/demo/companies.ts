import { computeCheckDigits } from "@/lib/domain/companies/cnpj";
import type { Random } from "./random";

/** Generates fictitious companies from common words and pseudo-random numbers. */

const TRADES = [
  { word: "Padaria", query: "padaria", cnae: "4721102" },
  { word: "Clínica Odontológica", query: "dentista", cnae: "8630504" },
  { word: "Oficina Mecânica", query: "oficina mecânica", cnae: "4520001" },
  { word: "Pet Shop", query: "pet shop", cnae: "4789004" },
  { word: "Academia", query: "academia", cnae: "9313100" },
  { word: "Escritório Contábil", query: "contabilidade", cnae: "6920601" },
  { word: "Restaurante", query: "restaurante", cnae: "5611201" },
  { word: "Salão de Beleza", query: "salão de beleza", cnae: "9602501" },
  { word: "Imobiliária", query: "imobiliária", cnae: "6821801" },
  { word: "Autoescola", query: "autoescola", cnae: "8599601" },
] as const;

const NAMES =
  "Bela Vista,Boa Esperança,São Jorge,Santa Luzia,do Bairro,Nova Era,Primavera,Aliança,Horizonte,Ouro Verde,Três Irmãos,Ipê Amarelo,Sol Nascente,Central,Real,Pioneira,do Lago,Serra Azul,Vitória,Estrela".split(
    ",",
  );
const STREETS =
  "Rua das Acácias,Rua XV de Novembro,Avenida Brasil,Rua Sete de Setembro,Avenida Independência,Rua das Palmeiras,Rua Tiradentes,Avenida Paulista,Rua do Comércio,Travessa da Paz".split(
    ",",
  );
const OWNERS =
  "Ana Paula Ribeiro,Carlos Eduardo Lima,Fernanda Alves,João Batista Nogueira,Marcela Teixeira,Paulo Henrique Dias,Rita de Cássia Moura,Sérgio Antunes,Tatiane Campos,Wagner Freitas".split(
    ",",
  );

const CITIES = [
  { city: "Campinas", state: "SP", ddd: "19" },
  { city: "São Paulo", state: "SP", ddd: "11" },
  { city: "Belo Horizonte", state: "MG", ddd: "31" },
  { city: "Curitiba", state: "PR", ddd: "41" },
  { city: "Salvador", state: "BA", ddd: "71" },
] as const;

export interface DemoCompany {
  name: string;
  query: string;
  city: string;
  state: string;
  cnae: string;
  whatsapp: string;
  phone: string;
  email: string | null;
  website: string | null;
  address: string;
  cnpj: string | null;
  proprietario: string | null;
}

/** `serial` makes number, site and CNPJ unique. */
export function inventCompany(random: Random, serial: number): DemoCompany {
  const trade = random.pick(TRADES);
  const place = random.pick(CITIES);
  const name = `${trade.word} ${random.pick(NAMES)}`;
  const host = `${slug(name)}${serial}.example`;
  const base = `${String(10_000_000 + serial * 7_919).slice(-8)}0001`;
  return {
    name,
    query: trade.query,
    city: place.city,
    state: place.state,
    cnae: trade.cnae,
    whatsapp: `55${place.ddd}9${String(70_000_000 + serial * 37).slice(-8)}`,
    phone: `55${place.ddd}3${String(2_000_000 + serial * 13).slice(-7)}`,
    email: random.chance(0.7) ? `contato@${host}` : null,
    website: random.chance(0.8) ? `https://${host}` : null,
    address: `${random.pick(STREETS)}, ${random.between(10, 2400)} - ${place.city}/${place.state}`,
    cnpj: random.chance(0.6) ? `${base}${computeCheckDigits(base)}` : null,
    proprietario: random.chance(0.5) ? random.pick(OWNERS) : null,
  };
}

function slug(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
}
