import parsePhoneNumber from "libphonenumber-js/max";
import { isAreaCode } from "@/lib/domain/phone/brazilian-number";
import { readNumber } from "@/lib/domain/phone/read-number";
import { isForeignExample, isTemplateNumber } from "./template-numbers.rule";

export type PhoneNumber =
  | { kind: "subscriber"; ddd: string; subscriber: string }
  /** Written without its DDD, which must come from the page or the site. */
  | { kind: "local"; subscriber: string }
  /** 0800, 0300, 4004-… or a foreign number: complete digits with country code. */
  | { kind: "other"; digits: string };

/**
 * Reads a text that is known to be a telephone number (a tel: link, a WhatsApp address, JSON-LD). Pages contain examples
 * and leftovers, so the number must be in a range that is in use, and no template's number. Returns null otherwise.
 */
export function readPhoneNumber(written: string): PhoneNumber | null {
  const read = readNumber(written);
  const service = serviceNumber(read.digits);
  if (service) return service;
  if (!read.ok) return read.refusal === "short" ? localNumber(read.digits) : null;
  if (read.kind === "subscriber") return subscriberNumber(read.ddd, read.subscriber);
  return read.kind === "foreign" ? foreignNumber(read.digits) : null;
}

/**
 * Combines DDD and subscriber, adding the ninth digit that mobiles have had since 2016. Returns null when it is
 * invalid.
 */
export function subscriberNumber(ddd: string, written: string): PhoneNumber | null {
  const subscriber = addNinthDigit(written);
  if (isTemplateNumber(subscriber)) return null;
  if (!isAreaCode(ddd) || !parsePhoneNumber(`+55${ddd}${subscriber}`)?.isValid()) return null;
  return { kind: "subscriber", ddd, subscriber };
}

export function localNumber(digits: string): PhoneNumber | null {
  const subscriber = addNinthDigit(digits);
  if (!/^(?:9\d{8}|[2-5]\d{7})$/.test(subscriber) || isTemplateNumber(subscriber)) return null;
  return { kind: "local", subscriber };
}

/** 0800 and similar, and 4004-style numbers dialled without a DDD. */
export function serviceNumber(digits: string): PhoneNumber | null {
  const free = /^(?:55)?0?([38]00\d{6,7})$/.exec(digits)?.[1];
  if (free !== undefined && !isTemplateNumber(free.slice(3)))
    return { kind: "other", digits: `55${free}` };
  const national = /^(?:55)?((?:400\d|4020|300\d)\d{4})$/.exec(digits)?.[1];
  return national === undefined || isTemplateNumber(national)
    ? null
    : { kind: "other", digits: `55${national}` };
}

export function isMobile(number: PhoneNumber): boolean {
  return number.kind !== "other" && number.subscriber.length === 9;
}

/** Digits with country code; null for a local number without a known DDD. */
export function completeDigits(number: PhoneNumber, ddd: string | null): string | null {
  switch (number.kind) {
    case "other":
      return number.digits;
    case "subscriber":
      return `55${number.ddd}${number.subscriber}`;
    case "local": {
      const whole = ddd === null ? null : subscriberNumber(ddd, number.subscriber);
      return whole && completeDigits(whole, null);
    }
  }
}

function foreignNumber(digits: string): PhoneNumber | null {
  if (isForeignExample(digits)) return null;
  return parsePhoneNumber(`+${digits}`)?.isValid() ? { kind: "other", digits } : null;
}

function addNinthDigit(subscriber: string): string {
  return /^[6-9]\d{7}$/.test(subscriber) ? `9${subscriber}` : subscriber;
}
