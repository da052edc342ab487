import type { z } from "zod/mini";
import type { Candidate, PersonQuery, privacy } from "@/lib/contracts/privacy/privacy";
import {
  isEmptyKeys,
  joinKeys,
  listShownPhones,
  toPersonKeys,
} from "@/lib/domain/privacy/person-keys";
import { type PersonKeys, PRIVACY_COUNTS } from "@/lib/domain/privacy/privacy-request";
import { AppError } from "@/lib/errors";
import type { Actor, OwnerId } from "@/server/platform/actor";
import { findErasedKeys } from "@/server/platform/erased-keys/erased-keys.service";
import * as repository from "./people.repository";
import { findOwnKeys } from "./requests.repository";

const MOST_LEADS = 50;
const MOST_CANDIDATES = 20;
const ONE = "Informe um telefone, um e-mail, um CNPJ ou um nome.";

/**
 * What an account stores about a person; for a name, only the people who may be meant.
 * @throws AppError invalid_input
 */
export async function findPerson(
  { ownerId }: Actor,
  query: z.output<typeof PersonQuery>,
): Promise<z.input<typeof privacy.findPerson.response>> {
  const { phone, email, cnpj, name } = query;
  const given = [phone, email, cnpj, name].filter((each) => each !== undefined);
  if (given.length !== 1) throw new AppError("invalid_input", ONE, { fields: { phone: ONE } });
  if (name !== undefined) return { found: null, candidates: await findCandidates(ownerId, name) };
  const keys = toPersonKeys({
    phones: phone === undefined ? [] : [phone],
    emails: email === undefined ? [] : [email],
    cnpjs: cnpj === undefined ? [] : [cnpj],
  });
  return { found: await describePerson(ownerId, keys), candidates: [] };
}

async function describePerson(ownerId: OwnerId, given: PersonKeys) {
  const keys = joinKeys(given, await findOwnKeys(ownerId, given));
  const [counts, leads, erased] = await Promise.all([
    countHeld(ownerId, keys),
    repository.findLeadsOfPerson(ownerId, keys, MOST_LEADS),
    findErasedKeys(ownerId, keys),
  ]);
  return {
    keys: toShownKeys(keys),
    counts: Object.fromEntries(
      PRIVACY_COUNTS.flatMap((name) => (counts[name] ? [[name, counts[name]]] : [])),
    ),
    leads,
    first_message_at: counts.first_message_at,
    last_message_at: counts.last_message_at,
    erased: erased.size > 0,
  };
}

function countHeld(ownerId: OwnerId, keys: PersonKeys) {
  if (isEmptyKeys(keys)) throw new AppError("invalid_input", ONE, { fields: { phone: ONE } });
  return repository.countOfPerson(ownerId, keys);
}

/** In a form that can be sent back. */
function toShownKeys({ phones, emails, cnpjs }: PersonKeys) {
  return {
    phones: listShownPhones(phones).map(toGivenPhone),
    emails: [...emails],
    cnpjs: [...cnpjs],
  };
}

/** A plus shows that a number begins with its country's code. */
function toGivenPhone(key: string): string {
  return key.includes("@") ? key : `+${key}`;
}

async function findCandidates(ownerId: OwnerId, name: string): Promise<Candidate[]> {
  const found = await repository.findByName(ownerId, name.replace(/^@/, ""), MOST_CANDIDATES);
  return found
    .map(({ phone, email, cnpj, ...person }) => ({
      ...person,
      keys: {
        phones: phone ? [toGivenPhone(phone)] : [],
        emails: email ? [email.toLowerCase()] : [],
        cnpjs: cnpj ? [cnpj] : [],
      },
    }))
    .filter(({ keys }) => !isEmptyKeys(keys));
}
