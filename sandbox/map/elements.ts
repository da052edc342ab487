import { COMPANIES } from "../companies/catalogue";
import type { Company } from "../companies/company";
import { hashText, seededRandom } from "../random";

/** A company in OpenStreetMap, often with less data than its site. */
export interface MapElement {
  type: "node" | "way";
  id: number;
  latitude: number;
  longitude: number;
  tags: Record<string, string>;
}

/** Maximum distance of a company from its city's centre in degrees, about 5 km per axis. */
const SPREAD = 0.045;

const KIND: Record<string, [key: string, value: string]> = {
  Padaria: ["shop", "bakery"],
  "Clínica odontológica": ["amenity", "dentist"],
  "Oficina mecânica": ["shop", "car_repair"],
  "Pet shop": ["shop", "pet"],
  Restaurante: ["amenity", "restaurant"],
  "Escritório de contabilidade": ["office", "accountant"],
  Academia: ["leisure", "fitness_centre"],
  "Salão de beleza": ["shop", "beauty"],
  "Farmácia de manipulação": ["amenity", "pharmacy"],
  Imobiliária: ["office", "estate_agent"],
  Floricultura: ["shop", "florist"],
  "Material de construção": ["shop", "doityourself"],
  Gráfica: ["craft", "printer"],
};

export const ELEMENTS: readonly MapElement[] = COMPANIES.map(toElement);

function toElement(company: Company): MapElement {
  const { host, name, category, city, facts, recipe } = company;
  const random = seededRandom(`map ${host}`);
  const [key, value] = KIND[category.name] ?? ["office", "company"];
  // As mapped by volunteers: always a name, the other tags at random.
  const luck = random.integer(0, 9);
  const tags: Record<string, string> = {
    name,
    [key]: value,
    ...(luck < 8 && {
      "addr:street": facts.street.replace(/,.*$/, ""),
      "addr:housenumber": String(random.integer(10, 1990)),
      "addr:suburb": facts.district,
      "addr:city": city.name,
      "addr:state": city.uf,
      "addr:postcode": facts.cep,
    }),
    ...(luck % 2 === 0 && { phone: `+${facts.landline}` }),
    ...(luck === 3 && recipe.whatsapp && { "contact:whatsapp": `https://wa.me/${facts.mobile}` }),
    ...(luck === 5 && { "contact:mobile": `+${facts.mobile}` }),
    ...(luck % 3 !== 2 && luck !== 9 && { website: `http://${host}/` }),
    ...(luck === 7 && { "contact:email": facts.email }),
  };
  return {
    type: luck === 1 ? "way" : "node",
    id: 1_000_000_000 + hashText(host),
    latitude: city.latitude + (random.next() - 0.5) * 2 * SPREAD,
    longitude: city.longitude + (random.next() - 0.5) * 2 * SPREAD,
    tags,
  };
}
