import { normalizeCnpj } from "@/lib/domain/companies/cnpj";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import { findLeadsByKeys } from "@/server/leads/leads/found-leads.service";
import type { Actor, OwnerId, Reader } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import * as repository from "./lead-questions.repository";

/** Limit for one lead: nobody denies more companies by hand. */
const MOST_DENIALS = 100;

interface Company {
  cnpj: string;
  /** Digits with 55. */
  phones: readonly string[];
}

/**
 * The leads without a CNPJ that have a company's number, by its CNPJ: the user is asked whether they are the same. A
 * number that several of these companies give probably belongs to their accountant, so no question is asked.
 */
export async function findLeadsToAskAbout(
  reader: Reader,
  companies: readonly Company[],
): Promise<Map<string, { id: number; name: string }>> {
  const holders = new Map<string, Set<string>>();
  for (const { cnpj, phones } of companies) {
    for (const key of phones.flatMap((phone) => getPhoneKey(phone) ?? [])) {
      holders.set(key, (holders.get(key) ?? new Set()).add(cnpj));
    }
  }
  const own = [...holders].flatMap(([key, cnpjs]) => (cnpjs.size === 1 ? [key] : []));
  if (own.length === 0) return new Map();
  const leads = await findLeadsByKeys(reader, { cnpjs: [], phoneKeys: own });
  const pairs = leads.flatMap(({ id, cnpj, phoneKey, contactKey }) => {
    const [company] = holders.get(contactKey ?? phoneKey ?? "") ?? [];
    return cnpj === null && company !== undefined ? [{ leadId: id, cnpj: company }] : [];
  });
  if (pairs.length === 0) return new Map();
  const open = await repository.findOpenPairs(reader.ownerId, pairs);
  // The oldest lead of several.
  return new Map(open.toReversed().map(({ cnpj, lead_id, name }) => [cnpj, { id: lead_id, name }]));
}

/** Stores that a lead is not this company, though it has its number. @throws AppError invalid_input; not_found */
export async function denyCompany(
  { ownerId }: Actor,
  leadId: number,
  written: string,
): Promise<{ denied: true }> {
  const cnpj = normalizeCnpj(written);
  if (cnpj === null) {
    throw new AppError("invalid_input", "", { fields: { cnpj: "CNPJ inválido." } });
  }
  const pair = { leadId, cnpj };
  if (!(await transaction(() => repository.insertDenial(ownerId, pair, MOST_DENIALS)))) {
    throw new AppError("not_found", "Lead não encontrado.");
  }
  return { denied: true };
}

/** Stores again which companies restored leads are not. Joins the current transaction. */
export async function restoreDenials(
  ownerId: OwnerId,
  leads: readonly { lead_id: number; denied_cnpjs: readonly string[] }[],
): Promise<void> {
  const pairs = leads.flatMap(({ lead_id: leadId, denied_cnpjs }) =>
    denied_cnpjs.map((cnpj) => ({ leadId, cnpj })),
  );
  if (pairs.length > 0) await repository.restoreDenials(ownerId, pairs);
}
