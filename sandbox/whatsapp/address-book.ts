import { COMPANY_BY_PHONE } from "../companies/catalogue";
import { hashText } from "../random";
import type { Store, StoredInstance } from "../store/store";
import { describePhone } from "./phones";

interface Entry {
  remoteJid: string;
  pushName: string | null;
  type: "contact" | "group" | "group_member";
}

const USUAL_SIZE = 60;
const COMPANY_PHONES = [...COMPANY_BY_PHONE.keys()].sort();

/**
 * Builds the paired phone's address book, identical on every run: companies of the catalogue, then invented people, and the
 * odd entries of real phones: groups, a broadcast, an id without a number, one person under two spellings of a number, a contact
 * without a name, and the phone's own number.
 */
export function buildAddressBook(instance: StoredInstance, { phoneOverrides }: Store): Entry[] {
  const { phone } = instance;
  if (phone === null) return [];
  const size = phoneOverrides.get(phone)?.contacts ?? USUAL_SIZE;
  const people = Array.from({ length: size }, (_, at): Entry => {
    const key = pickKey(phone, at);
    const { jid, pushName } = describePhone(key, phoneOverrides);
    const invented = at >= COMPANY_PHONES.length;
    return {
      remoteJid: jid,
      pushName: invented ? `${pushName} ${at}` : pushName,
      type: "contact",
    };
  });
  const own = describePhone(phone, phoneOverrides);
  return [
    { remoteJid: own.jid, pushName: own.pushName, type: "contact" },
    ...people,
    ...people.slice(0, 1).map((entry) => ({ ...entry, remoteJid: respellNumber(entry.remoteJid) })),
    { remoteJid: "5511955550000@s.whatsapp.net", pushName: null, type: "contact" },
    { remoteJid: "120363041234567890@g.us", pushName: "Família", type: "group" },
    { remoteJid: "120363049876543210@g.us", pushName: "Futebol de quinta", type: "group" },
    { remoteJid: "status@broadcast", pushName: null, type: "contact" },
    { remoteJid: "100000000000123@lid", pushName: "Sem número", type: "group_member" },
  ];
}

function pickKey(phone: string, at: number): string {
  const start = hashText(`book ${phone}`) % COMPANY_PHONES.length;
  if (at < COMPANY_PHONES.length) {
    return COMPANY_PHONES[(start + at) % COMPANY_PHONES.length] ?? phone;
  }
  return `55119${71_000_000 + at}`;
}

/** Adds the ninth digit, or removes it if present. */
function respellNumber(jid: string): string {
  const digits = jid.split("@")[0] ?? "";
  const other =
    digits.length === 13
      ? digits.slice(0, 4) + digits.slice(5)
      : `${digits.slice(0, 4)}9${digits.slice(4)}`;
  return `${other}@s.whatsapp.net`;
}
