import PQueue from "p-queue";
import type { z } from "zod/mini";
import type { ContactQuery } from "@/lib/contracts/messaging/contacts";
import { getSearchTerms } from "@/lib/domain/leads/lead-search";
import { parseChatTarget } from "@/lib/domain/messages/chat-key";
import { getPhoneKey } from "@/lib/domain/phone/phone";
import { AppError } from "@/lib/errors";
import type { ProviderContact } from "@/server/messaging/gateway/whatsapp-events.gateway";
import { refreshLostConnection } from "@/server/messaging/whatsapp/connection.service";
import {
  findOwnInstances,
  type Instance,
  toLine,
  toRef,
} from "@/server/messaging/whatsapp/instances.service";
import {
  claimContactReads,
  markContactsRead,
} from "@/server/messaging/whatsapp/phone-readings.service";
import { getWhatsappProvider } from "@/server/messaging/whatsapp/provider.service";
import type { Actor, OwnerId, Reader } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { defineDuty } from "@/server/platform/jobs/define-duty";
import { publish } from "@/server/platform/live/publish";
import { logger } from "@/server/platform/logger";
import { toContact } from "./contacts.mapper";
import * as repository from "./contacts.repository";

const BATCH_SIZE = 1_000;
/** More than any address book holds; stops reading a provider whose pages never end. */
const MOST_BATCHES = 50;

/** One page of the actor's address book, by name. */
export async function listContacts(actor: Actor, query: z.output<typeof ContactQuery>) {
  const { page, search } = query;
  const perPage = query.per_page ?? query.perPage ?? 200;
  const terms = getSearchTerms(search);
  const offset = Math.min((page - 1) * perPage, BATCH_SIZE * MOST_BATCHES);
  const [rows, total] = await Promise.all([
    repository.findContacts(actor, { terms, limit: perPage, offset }),
    repository.countContacts(actor, terms),
  ]);
  return {
    contacts: rows.map(toContact),
    pagination: {
      page,
      per_page: perPage,
      perPage,
      search,
      total,
      total_pages: Math.ceil(total / perPage),
    },
  };
}

/**
 * Finds the contact of a number in any spelling.
 * @throws AppError invalid_whatsapp_number; not_found
 */
export async function getContact(actor: Actor, number: string) {
  const target = parseChatTarget(number);
  if ("problem" in target) {
    const { problem } = target;
    throw new AppError("invalid_whatsapp_number", problem, { fields: { number: problem } });
  }
  for (const key of target.keys) {
    const row = await repository.findContact(actor, key);
    if (row) return { contact: toContact(row) };
  }
  throw new AppError("not_found", "Contato não encontrado.");
}

/**
 * Reads the whole address books of an account's phones, or of one, from the provider in batches. Deletes the contacts
 * that they no longer contain, once all of them were read.
 * @throws AppError whatsapp_disconnected; unavailable when the provider does not answer
 */
export async function syncContacts(
  reader: Pick<Reader, "ownerId" | "sight">,
  only?: number,
): Promise<{ contacts_count: number }> {
  const { ownerId } = reader;
  const isRead = ({ id }: Instance) => only === undefined || id === only;
  for (const { id } of (await findOwnInstances(ownerId)).filter(isRead)) {
    await refreshLostConnection(ownerId, id);
  }
  const phones = (await findOwnInstances(ownerId)).filter(
    ({ number, status }) => number !== null || status === "CONNECTED",
  );
  const connected = phones.filter((phone) => isRead(phone) && phone.status === "CONNECTED");
  if (connected.length === 0) throw new AppError("whatsapp_disconnected");
  const startedAt = await repository.readDatabaseTime();
  let whole = 0;
  for (const phone of connected) {
    const read = await readAddressBook(ownerId, phone);
    // A provider that has not read the phone yet returns no contacts: that must not delete all of ours.
    if (read.whole && read.people > 0) whole += 1;
    await markContactsRead(toLine(phone));
  }
  if (whole === phones.length) await repository.deleteUnseenContacts(ownerId, startedAt);
  publish(ownerId, "contacts.changed", {});
  return { contacts_count: await repository.countContacts(reader, []) };
}

async function readAddressBook(ownerId: OwnerId, phone: Instance) {
  let people = 0;
  let before: string | null = null;
  for (let page = 1; page <= MOST_BATCHES; page += 1) {
    const { contacts, first, full } = await getWhatsappProvider().findContacts(toRef(phone), {
      page,
      size: BATCH_SIZE,
    });
    // Some provider versions ignore the page and return everything every time.
    if (first === null || first === before) return { people, whole: true };
    before = first;
    people += await storeBatches(ownerId, contacts, phone.number);
    if (!full) return { people, whole: true };
  }
  return { people, whole: false };
}

/** Stores contacts received by webhook. `ownNumber` is the connected phone's own, which is not a contact. */
export async function storeContacts(
  ownerId: OwnerId,
  contacts: ProviderContact[],
  ownNumber: string | null,
): Promise<void> {
  await storeBatches(ownerId, contacts, ownNumber);
  publish(ownerId, "contacts.changed", {});
}

/** Moves a person's contact to another key. */
export function moveContact(
  ownerId: OwnerId,
  fromKey: string,
  to: Parameters<typeof repository.moveContact>[2],
): Promise<void> {
  return repository.moveContact(ownerId, fromKey, to);
}

async function storeBatches(ownerId: OwnerId, contacts: ProviderContact[], own: string | null) {
  const people = mergeContacts(contacts, own);
  for (let at = 0; at < people.length; at += BATCH_SIZE) {
    const batch = people.slice(at, at + BATCH_SIZE);
    await transaction(() => repository.upsertContacts(ownerId, batch));
  }
  return people.length;
}

/** One contact per number, merged from all its entries. */
function mergeContacts(contacts: ProviderContact[], own: string | null) {
  const ownKey = own && getPhoneKey(own);
  const byKey = new Map<string, repository.StoredContact>();
  for (const contact of contacts) {
    const phoneKey = contact.number === null ? contact.jid : getPhoneKey(contact.number);
    if (phoneKey === null || phoneKey === ownKey) continue;
    const known = byKey.get(phoneKey);
    byKey.set(phoneKey, {
      ...contact,
      phoneKey,
      name: cleanContactName(contact) ?? known?.name ?? null,
      username: contact.username ?? known?.username ?? null,
      pictureUrl: contact.pictureUrl ?? known?.pictureUrl ?? null,
    });
  }
  return [...byKey.values()];
}

const LONGEST_NAME = 200;

/** Removes NUL, which PostgreSQL cannot store; returns null for a name that only repeats the number. */
function cleanContactName({ name, number }: ProviderContact): string | null {
  const text = [...(name ?? "").replaceAll("\0", "").trim()].slice(0, LONGEST_NAME).join("");
  const repeats = /^[\d\s()+.-]*$/.test(text) && number?.endsWith(text.replace(/\D/g, "")) === true;
  return text === "" || text === "0" || repeats ? null : text;
}

/** Readings at once in this process: a slow provider takes one place, and other address books are read meanwhile. */
const readings = new PQueue({ concurrency: 5 });
const RETRY_S = 120;

/** Syncs the address books of phones that connected since the last sweep. */
export const sweepContacts = defineDuty({
  name: "read address books",
  everyS: 2,
  run: async () => {
    const due = await claimContactReads(readings.concurrency - readings.pending, RETRY_S);
    await readings.addAll(
      due.map(({ ownerId, instanceId }) => async () => {
        await syncContacts({ ownerId, sight: null }, instanceId).catch((error: unknown) =>
          logger.warn({ ownerId, err: error }, "contacts not read"),
        );
      }),
    );
  },
  overlaps: true,
});
