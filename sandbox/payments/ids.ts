import { randomUUID } from "node:crypto";

export function newId(prefix: string): string {
  return `${prefix}_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
}

/** In seconds, as all of Stripe's times. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}
