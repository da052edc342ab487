import { findWhatsappNumber } from "@/lib/domain/phone/whatsapp-address";
import { findOrganizations } from "./json-ld.rule";
import { findNumbers } from "./numbers-in-text.rule";
import { isCredit, type PageReading } from "./page-reading.rule";
import { completeDigits, isMobile, type PhoneNumber, readPhoneNumber } from "./phone-number.rule";

export interface PhoneCandidate {
  field: "whatsapp" | "phone";
  number: PhoneNumber;
  method: string;
  confidence: number;
}

/** A number that may be somebody else's is no candidate for WhatsApp either. */
const DOUBTFUL = 0.4;

/**
 * Every number on a page with its possible uses; a mobile is a candidate for telephone and, with low confidence, for
 * WhatsApp.
 */
export function findPhoneCandidates(page: PageReading): PhoneCandidate[] {
  const found: PhoneCandidate[] = [];
  const add = (
    field: "whatsapp" | "phone",
    number: PhoneNumber | null,
    method: string,
    confidence: number,
  ) => {
    if (number !== null) found.push({ field, number, method, confidence });
  };
  const addPhone = (number: PhoneNumber | null, method: string, confidence: number) => {
    add("phone", number, method, confidence);
    if (number !== null && isMobile(number) && confidence > DOUBTFUL)
      add("whatsapp", number, `${method}-mobile`, 0.4);
  };

  for (const link of page.links) {
    const mayBeMakers = isCredit(link.before);
    if (findWhatsappNumber(link.href) !== null)
      add("whatsapp", readPhoneNumber(link.href), "whatsapp-link", mayBeMakers ? 0.2 : 0.95);
    else if (/^(?:tel|callto|phone|sms):/i.test(link.href)) {
      const called = readTelLink(link.href);
      const sure = called !== null && showsAnother(link.text, called) ? DOUBTFUL : 0.9;
      addPhone(called, "tel-link", mayBeMakers ? 0.2 : sure);
    }
  }
  for (const { address, inScript } of page.hiddenWhatsapps) {
    if (findWhatsappNumber(address) !== null)
      add(
        "whatsapp",
        readPhoneNumber(address),
        inScript ? "whatsapp-script" : "whatsapp-attribute",
        inScript ? 0.7 : 0.9,
      );
  }
  for (const organization of findOrganizations(page.jsonLd)) {
    for (const { number, isWhatsapp } of organization.telephones) {
      for (const each of readNumbers(number)) {
        if (isWhatsapp) add("whatsapp", each, "json-ld", 0.92);
        else addPhone(each, "json-ld", 0.88);
      }
    }
  }
  for (const property of page.microdata.get("telephone") ?? []) {
    for (const each of readNumbers(property)) addPhone(each, "microdata", 0.85);
  }
  for (const { number, isWhatsapp, isNamed, isFax, start } of findNumbers(page.text)) {
    if (isCredit(page.text.slice(Math.max(0, start - 100), start))) continue;
    if (isWhatsapp) add("whatsapp", number, "text-whatsapp", isMobile(number) ? 0.75 : 0.55);
    // A mobile labelled WhatsApp is no better a telephone candidate than an unlabelled number.
    const isTelephone = isNamed && !(isWhatsapp && isMobile(number));
    const local = number.kind === "local" ? 0.1 : 0;
    const confidence = isFax ? 0.15 : (isTelephone ? 0.7 : 0.55) - local;
    addPhone(number, isFax ? "text-fax" : "text", confidence);
  }
  return found;
}

function readTelLink(href: string): PhoneNumber | null {
  const written = href.replace(/^[a-z]+:(?:\/\/)?/i, "").split(/[;?]/)[0] ?? "";
  let number = written;
  try {
    number = decodeURIComponent(written);
  } catch {
    // Invalid percent encoding: the digits are still readable.
  }
  return readPhoneNumber(number) ?? findNumbers(number, true)[0]?.number ?? null;
}

/** A copied link, or one that was left as in the template: it shows the company's number but calls another. */
function showsAnother(text: string, called: PhoneNumber): boolean {
  const digits = completeDigits(called, null);
  const shown = findNumbers(text, true).flatMap(({ number }) => completeDigits(number, null) ?? []);
  return digits !== null && shown.length > 0 && !shown.includes(digits);
}

/** One property may hold "(11) 3456-7890 / 3456-7891". */
function readNumbers(written: string): PhoneNumber[] {
  const single = readPhoneNumber(written);
  return single ? [single] : findNumbers(written, true).map(({ number }) => number);
}
