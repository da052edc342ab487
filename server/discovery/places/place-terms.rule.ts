import { foldText } from "@/lib/domain/text/fold-text";
/** An OpenStreetMap tag for a kind of business: `key=value`, optionally narrowed as in `cuisine~pizza`. */
export interface PlaceTag {
  key: string;
  value: string;
  narrowing?: { key: string; pattern: string };
}

/**
 * Portuguese terms (synonyms separated by "|") and their OpenStreetMap tags
 * (wiki.openstreetmap.org/wiki/Map_features).
 */
const DICTIONARY: Record<string, string> = {
  "padaria|panificadora": "shop=bakery",
  "confeitaria|doceria|doces": "shop=pastry shop=confectionery",
  acougue: "shop=butcher",
  peixaria: "shop=seafood",
  "hortifruti|quitanda|sacolao": "shop=greengrocer",
  "mercado|supermercado": "shop=supermarket shop=convenience",
  "mercearia|conveniencia": "shop=convenience",
  "distribuidora|bebida|adega": "shop=alcohol shop=beverages shop=wine",
  restaurante: "amenity=restaurant",
  pizzaria: "amenity=restaurant&cuisine~pizza amenity=fast_food&cuisine~pizza",
  hamburgueria: "amenity=fast_food&cuisine~burger amenity=restaurant&cuisine~burger",
  churrascaria: "amenity=restaurant&cuisine~(steak_house|barbecue|churrasc)",
  "lanchonete|lanche": "amenity=fast_food amenity=cafe",
  "cafeteria|cafe": "amenity=cafe",
  sorveteria: "amenity=ice_cream shop=ice_cream",
  "bar|boteco": "amenity=bar amenity=pub",
  "farmacia|drogaria": "amenity=pharmacy",
  "dentista|odontologia|odontologica|odontologico": "amenity=dentist healthcare=dentist",
  "medico|clinica|consultorio":
    "amenity=clinic amenity=doctors healthcare=clinic healthcare=doctor",
  hospital: "amenity=hospital",
  laboratorio: "healthcare=laboratory",
  fisioterapia: "healthcare=physiotherapist",
  psicologo: "healthcare=psychotherapist",
  "veterinario|veterinaria": "amenity=veterinary",
  "pet|petshop": "shop=pet shop=pet_grooming",
  "otica|oculos": "shop=optician",
  "academia|ginastica|crossfit": "leisure=fitness_centre",
  "salao|cabeleireiro|barbearia|barbeiro": "shop=hairdresser",
  "estetica|beleza|manicure": "shop=beauty",
  "oficina|mecanica": "shop=car_repair",
  "autopecas|autopeca": "shop=car_parts",
  borracharia: "shop=tyres",
  "lava jato": "amenity=car_wash",
  "concessionaria|carro|veiculo": "shop=car",
  "moto|motocicleta": "shop=motorcycle shop=motorcycle_repair",
  "posto|combustivel|gasolina": "amenity=fuel",
  "bicicletaria|bicicleta": "shop=bicycle",
  "material construcao": "shop=doityourself shop=hardware shop=trade",
  "ferragem|ferragens": "shop=hardware",
  tinta: "shop=paint",
  vidracaria: "craft=glaziery",
  "marcenaria|marceneiro": "craft=carpenter",
  "serralheria|serralheiro": "craft=metal_construction",
  eletricista: "craft=electrician",
  "encanador|hidraulica": "craft=plumber",
  chaveiro: "craft=key_cutter shop=locksmith",
  grafica: "craft=printer shop=copyshop",
  "moveis|movel": "shop=furniture",
  "colchao|colchoes": "shop=bed",
  "eletronico|informatica|computador": "shop=electronics shop=computer",
  celular: "shop=mobile_phone",
  "roupa|moda|boutique": "shop=clothes shop=boutique",
  "sapato|calcado": "shop=shoes",
  "joalheria|joia": "shop=jewelry",
  floricultura: "shop=florist",
  papelaria: "shop=stationery",
  livraria: "shop=books",
  brinquedo: "shop=toys",
  "lavanderia|tinturaria": "shop=laundry shop=dry_cleaning",
  "advogado|advocacia": "office=lawyer",
  "contador|contabilidade": "office=accountant office=tax_advisor",
  imobiliaria: "office=estate_agent",
  "seguro|seguradora|corretora": "office=insurance",
  arquiteto: "office=architect",
  engenharia: "office=engineer",
  "agencia viagem|turismo": "shop=travel_agency office=travel_agent",
  "publicidade|marketing": "office=advertising_agency",
  "hotel|pousada": "tourism=hotel tourism=guest_house",
  motel: "amenity=love_hotel tourism=motel",
  "escola|colegio": "amenity=school",
  "creche|infantil": "amenity=kindergarten amenity=childcare",
  "faculdade|universidade": "amenity=university amenity=college",
  "idioma|ingles": "amenity=language_school",
  autoescola: "amenity=driving_school",
  "banco|financeira": "amenity=bank office=financial",
  "cartorio|tabelionato": "office=notary",
  funeraria: "shop=funeral_directors",
  "industria|fabrica": "man_made=works",
};

const ENTRIES = Object.entries(DICTIONARY).map(([names, tags]) => ({
  names: names.split("|").map(toWords),
  tags: tags.split(" ").map(readTag),
}));

const MAX_TERM_LENGTH = 300;

/** The tags for a term; empty when the dictionary contains none of its words. */
export function findPlaceTags(term: string): PlaceTag[] {
  return term
    .slice(0, MAX_TERM_LENGTH)
    .split(/,|;|\/|&|\s(?:e|ou)\s/i)
    .flatMap((part) => findTags(toWords(part)));
}

/** "Clínica odontológica", "oficina de motos": the most specific word comes last, so the last known name wins. */
function findTags(asked: string[]): PlaceTag[] {
  let last = { at: -1, length: 0, tags: [] as PlaceTag[] };
  for (const { names, tags } of ENTRIES) {
    for (const name of names) {
      if (!name.every((word) => asked.includes(word))) continue;
      const at = Math.max(...name.map((word) => asked.lastIndexOf(word)));
      if (at > last.at || (at === last.at && name.length > last.length)) {
        last = { at, length: name.length, tags };
      }
    }
  }
  return last.tags;
}

/** Lower case, no accents, words in the singular. */
function toWords(text: string): string[] {
  const plain = foldText(text);
  return (plain.match(/[a-z0-9]+/g) ?? []).map(toSingular);
}

/**
 * Sufficient for the words above: "clinicas" and "clinica" match, as do "saloes" and "salao", "imoveis" and "movel".
 */
function toSingular(word: string): string {
  if (word.length < 4) return word;
  if (/oes$/.test(word)) return word.replace(/oes$/, "ao");
  if (/eis$/.test(word)) return word.replace(/eis$/, "el");
  if (/ais$/.test(word)) return word.replace(/ais$/, "al");
  if (/ns$/.test(word)) return word.replace(/ns$/, "m");
  if (/(?:r|z)es$/.test(word)) return word.replace(/es$/, "");
  return word.replace(/s$/, "");
}

function readTag(written: string): PlaceTag {
  const [tag = "", narrowing] = written.split("&");
  const [key = "", value = ""] = tag.split("=");
  if (!narrowing) return { key, value };
  const [narrowKey = "", pattern = ""] = narrowing.split("~");
  return { key, value, narrowing: { key: narrowKey, pattern } };
}
