/** What one company is recognised by; the host only where it is the company's own. */
export interface CompanyKeys {
  cnpj: string | null;
  whatsappKey: string | null;
  siteHost: string | null;
}

interface Known<T> extends CompanyKeys {
  what: T;
}

/**
 * Companies and what each of them is to whoever asks, found again by the ruling on duplicates: same CNPJ; or same number
 * without a different CNPJ; or same own host without a different CNPJ or number. Of several, the first learnt.
 */
export class KnownCompanies<T> {
  readonly #byCnpj = new Map<string, Known<T>>();
  readonly #byNumber = new Map<string, Known<T>>();
  readonly #byHost = new Map<string, Known<T>[]>();

  learn(keys: CompanyKeys, what: T): void {
    const { cnpj, whatsappKey, siteHost } = keys;
    const known = { cnpj, whatsappKey, siteHost, what };
    if (cnpj !== null && !this.#byCnpj.has(cnpj)) this.#byCnpj.set(cnpj, known);
    if (whatsappKey !== null && !this.#byNumber.has(whatsappKey)) {
      this.#byNumber.set(whatsappKey, known);
    }
    if (siteHost !== null)
      this.#byHost.set(siteHost, [...(this.#byHost.get(siteHost) ?? []), known]);
  }

  find({ cnpj, whatsappKey, siteHost }: CompanyKeys): T | null {
    const sameCnpj = cnpj === null ? undefined : this.#byCnpj.get(cnpj);
    if (sameCnpj) return sameCnpj.what;
    const sameNumber = whatsappKey === null ? undefined : this.#byNumber.get(whatsappKey);
    if (sameNumber && !differ(sameNumber.cnpj, cnpj)) return sameNumber.what;
    const sameHost = (siteHost === null ? [] : (this.#byHost.get(siteHost) ?? [])).find(
      (known) => !differ(known.cnpj, cnpj) && !differ(known.whatsappKey, whatsappKey),
    );
    return sameHost?.what ?? null;
  }

  /** Whether some company holds the number, be it another one. */
  holdsNumber(whatsappKey: string | null): boolean {
    return whatsappKey !== null && this.#byNumber.has(whatsappKey);
  }
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}
