/** The forms of Brazil's numbers, with the digits that are dialled before them. */

export type BrazilianNumber =
  | {
      kind: "subscriber";
      digits: string;
      ddd: string;
      /** 8 digits, or 9 for a mobile written with its ninth digit. */
      subscriber: string;
    }
  /** Numbers such as 0800, stored as 55800…, and 4004-… after the country code. */
  | { kind: "service"; digits: string };

/** The area codes that exist. */
const AREA = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])$/;

export function isAreaCode(ddd: string): boolean {
  return AREA.test(ddd);
}

/** A trunk 0 and a carrier's two digits may come before the area code; the length shows which digits these are. */
const SUBSCRIBER = /^(?:0(?:[1-9]\d)?)?([1-9]{2})(9\d{8}|[2-9]\d{7})$/;
const SERVICE = /^0?([3589]00\d{6,7})$/;
/** Without an area code, the same everywhere. */
const NATIONWIDE = /^55(?:400\d|4020|300\d)\d{4}$/;

/**
 * Digits as people dial or write them, with or without 55, a trunk 0 and a carrier. Null if they are no Brazilian
 * number. `isInternational`: they begin with a country code.
 */
export function readBrazilianDigits(
  digits: string,
  isInternational: boolean,
): BrazilianNumber | null {
  // 55 99123-4567 is a number of Santa Maria where no country code is expected.
  const national = isInternational ? null : readNational(digits);
  if (national || !digits.startsWith("55")) return national;
  if (NATIONWIDE.test(digits)) return { kind: "service", digits };
  const behind = digits.slice(2);
  // Forms that add the country code themselves make 55 55 11 ….
  return readNational(behind) ?? (behind.startsWith("55") ? readNational(behind.slice(2)) : null);
}

function readNational(digits: string): BrazilianNumber | null {
  const [, ddd = "", subscriber = ""] = SUBSCRIBER.exec(digits) ?? [];
  if (isAreaCode(ddd)) {
    return { kind: "subscriber", digits: `55${ddd}${subscriber}`, ddd, subscriber };
  }
  const service = SERVICE.exec(digits)?.[1];
  return service ? { kind: "service", digits: `55${service}` } : null;
}

/** Whether only the area code is wrong. */
export function hasUnknownArea(digits: string): boolean {
  const ddd = /^(?:55)?0?(\d\d)(?:9\d{8}|[2-9]\d{7})$/.exec(digits)?.[1];
  return ddd !== undefined && !isAreaCode(ddd);
}
