import type { City } from "../brazil/cities";
import type { Category } from "./categories";

export type WhatsappForm =
  | "wa-me"
  | "wa-me-with-text"
  | "wa-me-without-55"
  | "wa-me-spaced"
  | "wa-me-double-slash"
  | "script-settings"
  | "api-send"
  | "api-send-encoded"
  | "web-send"
  | "scheme"
  | "floating-button"
  | "onclick"
  | "short-link-and-text"
  | "text-with-word"
  | "text-spaced"
  | "text-0xx"
  | "text-without-ddd"
  | "text-without-ninth-digit"
  | "text-mobile-only"
  | "tel-link"
  | "json-ld";

export type PhoneForm =
  | "tel-link"
  | "tel-link-local"
  | "text"
  | "text-0xx"
  | "text-without-ddd"
  | "two-in-one"
  | "toll-free"
  | "json-ld";

type AddressForm =
  | "text"
  | "microdata"
  | "json-ld"
  /** Inside a long paragraph, the state in small letters. */
  | "paragraph"
  /** The town behind the CEP. */
  | "cep-first"
  /** Street, number and district under a heading, without town, state and CEP. */
  | "heading"
  /** As a map shows it. */
  | "map"
  /** No house number: the kilometre of a highway. */
  | "highway"
  /** In structured data only the district; the street is in the text. */
  | "district-only-json-ld";

export type EmailForm =
  | "mailto"
  | "mailto-encoded"
  | "text"
  | "arroba"
  | "at-brackets"
  | "cfemail"
  | "json-ld";

export type CnpjForm = "masked" | "bare" | "spaced" | "wrong-check-digit" | "json-ld";

export type Place = "home" | "footer" | "contact" | "privacy" | "head";

/** How a site presents, hides or breaks the data that a crawler extracts. */
export interface Recipe {
  quirks: readonly string[];
  template: string;
  whatsapp?: readonly [WhatsappForm, Place];
  phone?: readonly [PhoneForm, Place];
  email?: readonly [EmailForm, Place];
  cnpj?: readonly [CnpjForm, Place];
  alphanumericCnpj?: boolean;
  address?: AddressForm;
  jsonLd?: "local-business" | "graph" | "broken" | "array";
  noise?: readonly Noise[];
  charset?: "utf-8" | "latin1-header" | "latin1-meta" | "latin1-silent";
  gzip?: boolean;
  robots?: "allow" | "missing" | "no-contact" | "nothing" | "failing" | "slow-crawl";
  delivery?:
    | "plain"
    | "redirect-to-home"
    | "redirect-to-www"
    | "redirect-loop"
    | "failing"
    | "slow"
    | "silent"
    | "endless"
    | "home-missing"
    | "not-html"
    | "parked";
}

export type Noise =
  | "script"
  | "prices"
  | "people-documents"
  | "units"
  | "agency"
  | "share-links"
  | "invoice-numbers"
  | "customers"
  | "side-doors"
  | "placeholders";

export interface Facts {
  person: string;
  /** Phone keys: 55 + DDD + subscriber. */
  mobile: string;
  landline: string;
  secondLandline: string;
  tollFree: string;
  email: string;
  cnpj: string;
  street: string;
  district: string;
  cep: string;
}

/** The data that a crawler respecting robots.txt can extract from the site. */
export interface SiteTruth {
  host: string;
  name: string;
  category: string;
  city: string;
  uf: string;
  /** E.164. */
  whatsapp: string | null;
  phone: string | null;
  email: string | null;
  /** 14 characters without punctuation. */
  cnpj: string | null;
  address: string | null;
  quirks: readonly string[];
}

export interface Company {
  host: string;
  name: string;
  category: Category;
  city: City;
  facts: Facts;
  recipe: Recipe;
  truth: SiteTruth;
}
