import type { z } from "zod/mini";
import type { ListQuery } from "@/lib/contracts/lists";
import { AppError } from "@/lib/errors";
import type { Actor, UserId } from "@/server/auth/actor";
import { toList } from "./lists.mapper";
import * as repository from "./lists.repository";

const MOST_COUNTED = 10_000;
const MOST_LISTS_OF_A_LEAD = 100;

/** One page of the actor's lists, newest first. */
export async function listLists(actor: Actor, query: z.output<typeof ListQuery>) {
  const { page, per_page, search } = query;
  const offset = Math.min((page - 1) * per_page, MOST_COUNTED);
  const [rows, total] = await Promise.all([
    repository.findLists(actor.userId, { search, limit: per_page, offset }),
    repository.countLists(actor.userId, search, MOST_COUNTED),
  ]);
  return {
    lists: rows.map(toList),
    pagination: { page, per_page, total, total_pages: Math.ceil(total / per_page) },
  };
}

/** Makes an empty list by hand and returns its id. */
export function createList(ownerId: UserId, name: string): Promise<number> {
  return repository.insertList(ownerId, name);
}

/**
 * The id again, once it is known to be a list of this owner.
 * @throws AppError not_found
 */
export async function requireList(ownerId: UserId, listId: number): Promise<number> {
  if (!(await repository.listExists(ownerId, listId))) throw new AppError("not_found");
  return listId;
}

/** The lists a lead is in, latest first. */
export function findListsOfLead(ownerId: UserId, leadId: number) {
  return repository.findListsOfLead(ownerId, leadId, MOST_LISTS_OF_A_LEAD);
}
