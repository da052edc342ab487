import { parseKeptNumber } from "@/lib/domain/phone/phone";
import { findPlace } from "@/server/discovery/extraction/place-text.rule";
import { findTown, hasAreaCodeInState, type Town } from "@/server/discovery/geo/towns.service";

interface Found {
  /** From the company's site: digits with country code. */
  address: string | null;
  phone: string | null;
  whatsapp: string | null;
  /** The company's place in the registry, when the registry has it. */
  registered: { city: string | null; state: string | null } | undefined;
}

interface Located {
  city: string | null;
  state: string | null;
  /** What contradicts the searched town. */
  search_remark: string | null;
}

/**
 * Where a company found by a search for a town is: in that town, unless its address, its registration or its area code
 * contradicts this. An address outweighs a registration, which may be the headquarters', and a registration outweighs
 * an area code.
 */
export function locateCompany(searched: { city: string; state: string }, found: Found): Located {
  const { city, state } = searched;
  const assumed = { city, state, search_remark: null };
  const town = findTown(city, state);
  if (town === null) return assumed;
  const contradict = (reason: string, at: Partial<Town> = {}): Located => ({
    city: at.name ?? null,
    state: at.state ?? null,
    search_remark: `Encontrado na busca por ${city} - ${town.state}, mas ${reason}.`,
  });

  const stated = found.address === null ? null : findPlace(found.address);
  const at = stated && findTown(stated.city, stated.state);
  if (at) {
    return isSame(at, town)
      ? assumed
      : contradict(`o endereço no site é de ${at.name} - ${at.state}`, at);
  }
  const registered =
    found.registered?.city && found.registered.state
      ? findTown(found.registered.city, found.registered.state)
      : null;
  if (registered) {
    return isSame(registered, town)
      ? assumed
      : contradict(`o CNPJ é de ${registered.name} - ${registered.state}`, registered);
  }
  const areaCode = findForeignAreaCode(found, town);
  return areaCode === null
    ? assumed
    : contradict(`o telefone tem DDD ${areaCode}, que não é o da cidade`);
}

function isSame(one: Town, other: Town): boolean {
  return one.name === other.name && one.state === other.state;
}

/**
 * A landline's area code is preferred to a mobile's: people keep their mobile when they move, though seldom to another
 * state.
 */
function findForeignAreaCode({ phone, whatsapp }: Found, town: Town): string | null {
  const numbers = [phone, whatsapp].flatMap((each) => (each && parseKeptNumber(each)) || []);
  const landline = numbers.find(({ subscriber }) => subscriber.length === 8);
  if (landline) return landline.ddd === town.areaCode ? null : landline.ddd;
  const [mobile] = numbers;
  const isNear = numbers.some(({ ddd }) => hasAreaCodeInState(town, ddd));
  return mobile === undefined || isNear ? null : mobile.ddd;
}
