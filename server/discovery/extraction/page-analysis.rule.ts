import { foldText } from "@/lib/domain/text/fold-text";
import { type AddressCandidate, findAddressCandidates } from "./addresses.rule";
import { type CnpjCandidate, findCnpjCandidates } from "./cnpjs.rule";
import { findNameCandidates } from "./company-names.rule";
import { isDirectory } from "./directories.rule";
import { type EmailCandidate, findEmailCandidates } from "./emails.rule";
import type { NameCandidate } from "./name-agreement.rule";
import { findNextPages, type NextPage } from "./page-links.rule";
import type { PageReading } from "./page-reading.rule";
import { findPhoneCandidates, type PhoneCandidate } from "./phone-candidates.rule";
import { findProfileLinks, type ProfileLink } from "./profile-links.rule";
import { readPage } from "./read-page.rule";

/** Everything that a page says about its company. Plain data, small for any page. */
export interface PageAnalysis {
  url: string;
  /** For sale or suspended: its numbers belong to a registrar or an advertiser. */
  isParked: boolean;
  /** Lists other companies: nothing on it is one company's. */
  isDirectory: boolean;
  isFitForPhones: boolean;
  names: NameCandidate[];
  numbers: PhoneCandidate[];
  emails: EmailCandidate[];
  cnpjs: CnpjCandidate[];
  addresses: AddressCandidate[];
  /** Best first. */
  nextPages: NextPage[];
  profiles: ProfileLink[];
}

const MAX_NEXT_PAGES = 100;

/** Parses a page and applies the rules for each field. Never throws, even on broken HTML; takes linear time. */
export function analyzePage(url: string, html: string): PageAnalysis {
  const page = readPage(url, html);
  const contacts = {
    numbers: findPhoneCandidates(page),
    emails: findEmailCandidates(page),
    cnpjs: findCnpjCandidates(page),
  };
  return {
    url,
    isParked: isParked(page),
    isDirectory: isDirectory(page, contacts),
    isFitForPhones: page.hasViewport,
    names: findNameCandidates(page),
    ...contacts,
    addresses: findAddressCandidates(page),
    nextPages: findNextPages(page).slice(0, MAX_NEXT_PAGES),
    profiles: findProfileLinks(page),
  };
}

const PARKED =
  /dominio (?:esta )?(?:a venda|disponivel|registrado|estacionado)|(?:este|esse) dominio (?:esta|foi|pode)|domain (?:is |name is )?(?:for sale|parked|may be for sale)|buy this domain|compre este dominio|hospedagem suspensa|conta suspensa|account suspended|future home of/;

function isParked({ title, headings, text }: PageReading): boolean {
  const said = foldText(`${title} ${headings.join(" ")} ${text.length < 3_000 ? text : ""}`);
  return PARKED.test(said);
}
