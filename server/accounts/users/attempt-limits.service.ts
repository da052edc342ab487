import { createHash } from "node:crypto";
import type { PersonId } from "@/server/platform/actor";
import { transaction } from "@/server/platform/db/transaction";
import { countRecentMails, notifyPerson } from "@/server/platform/mail/mail.service";
import * as networks from "./known-networks.repository";
import { findActiveUserByEmail } from "./users.repository";

/** Wrong passwords per e-mail and network: counting by e-mail alone would let an attacker lock the owner out. */
export const LOGIN_ATTEMPTS = { name: "login attempts", points: 10, windowSeconds: 15 * 60 };

/**
 * Passwords per e-mail, counted over all networks in which the account never signed in: an attacker with thousands of
 * addresses gets no more guesses than one with a few. The owner's own networks do not count, and are not limited by it.
 */
export const ELSEWHERE_ATTEMPTS = {
  name: "login attempts elsewhere",
  points: 30,
  windowSeconds: 3_600,
};
/** The owner is notified of an attack once. */
const EPISODE_HOURS = 24;

/** Networks of one account; it signs in from few. */
const MOST_NETWORKS = 100;

export const RECOVERY_ATTEMPTS = { name: "recovery attempts", points: 5, windowSeconds: 15 * 60 };

/** Identifies the account whose password is checked or set, and whose password hashes run in turn. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** True when the account with this e-mail has signed in from the network. The same work when there is no account. */
export function isKnownNetwork(email: string, network: string): Promise<boolean> {
  return networks.existsNetwork(normalizeEmail(email), network);
}

/**
 * Call after a user proved in this network that the account is theirs: by its password, or by a link mailed to them.
 */
export function rememberNetwork(personId: PersonId, network: string): Promise<void> {
  return networks.rememberNetwork(personId, network, MOST_NETWORKS);
}

/** Mails the owner, if there is one, that somebody is guessing the password. */
export async function warnOwner(email: string): Promise<void> {
  await transaction(async () => {
    const user = await findActiveUserByEmail(normalizeEmail(email));
    if (!user || (await countRecentMails(user.id, "password_guessed", EPISODE_HOURS)) > 0) return;
    await notifyPerson(user.id, "password_guessed");
  });
}

/** A hash, so that the key has a fixed length and the table contains no e-mail addresses. */
export function getAccountKey(email: string, network: string): string {
  return `${createHash("sha256").update(normalizeEmail(email)).digest("base64url")} ${network}`;
}
