/** The keys that identify a company; the host only if it is the company's own. */
export interface CompanyKeys {
  cnpj: string | null;
  phoneKey: string | null;
  siteHost: string | null;
}

interface Known<T> extends CompanyKeys {
  what: T;
}

/**
 * Finds known companies by the rule for duplicates: same CNPJ; or same number without a different CNPJ; or same own
 * host without a different CNPJ or number. Of several matches the first added is returned.
 */
export class KnownCompanies<T> {
  // No key is ever null, so that a lookup without a key finds nothing.
  readonly #byCnpj = new Map<string | null, Known<T>>();
  readonly #byNumber = new Map<string | null, Known<T>>();
  readonly #byHost = new Map<string | null, Known<T>[]>();

  add(keys: CompanyKeys, what: T): void {
    const { cnpj, phoneKey, siteHost } = keys;
    const known = { cnpj, phoneKey, siteHost, what };
    if (cnpj !== null && !this.#byCnpj.has(cnpj)) this.#byCnpj.set(cnpj, known);
    if (phoneKey !== null && !this.#byNumber.has(phoneKey)) {
      this.#byNumber.set(phoneKey, known);
    }
    if (siteHost === null) return;
    const ofHost = this.#byHost.get(siteHost);
    if (ofHost) ofHost.push(known);
    else this.#byHost.set(siteHost, [known]);
  }

  find({ cnpj, phoneKey, siteHost }: CompanyKeys): T | null {
    const sameCnpj = this.#byCnpj.get(cnpj);
    if (sameCnpj) return sameCnpj.what;
    const sameNumber = this.#byNumber.get(phoneKey);
    if (sameNumber && !differ(sameNumber.cnpj, cnpj)) return sameNumber.what;
    const sameHost = this.#byHost
      .get(siteHost)
      ?.find((known) => !differ(known.cnpj, cnpj) && !differ(known.phoneKey, phoneKey));
    return sameHost?.what ?? null;
  }

  /** Whether any company has the number, even one with another CNPJ. */
  holdsNumber(phoneKey: string | null): boolean {
    return this.#byNumber.has(phoneKey);
  }
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
