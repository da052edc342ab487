import type { Store } from "../store/store";
import { type ContactPhone, describePhone, findPhone } from "./phones";

/** How Evolution answers for a number: from its cache, or as WhatsApp does. */
export interface NumberCache {
  /** The phone that Evolution finds for this number or jid, which it then remembers; null if it finds none. */
  find(number: string): ContactPhone | null;
  /** Contacts who write to us are remembered as well. */
  remember(phone: ContactPhone): void;
  clear(): void;
}

/** A landline, or the mobile with the same eight digits after its ninth digit. Other numbers have no twin. */
const TWIN = /^55(\d\d)9?([2-5]\d{7})$/;

/**
 * Evolution stores each Brazilian number with and without a ninth digit, for all instances, and answers for both with the
 * one that it met first, whether or not the other exists.
 */
export function createNumberCache({ phoneOverrides }: Pick<Store, "phoneOverrides">): NumberCache {
  const firstMet = new Map<string, string>();
  const remember = ({ key }: ContactPhone) => {
    const name = nameTwins(key);
    if (name !== null && !firstMet.has(name)) firstMet.set(name, key);
  };
  return {
    find(number) {
      const met = firstMet.get(nameTwins(number.split("@")[0] ?? "") ?? "");
      if (met !== undefined) return describePhone(met, phoneOverrides);
      const phone = findPhone(number, phoneOverrides);
      if (phone) remember(phone);
      return phone;
    },
    remember,
    clear: () => firstMet.clear(),
  };
}

/** One name for both; null for a number that has no twin. */
function nameTwins(digits: string): string | null {
  const [, ddd, subscriber] = TWIN.exec(digits.replace(/\D/g, "")) ?? [];
  return ddd === undefined ? null : `${ddd} ${subscriber}`;
}
