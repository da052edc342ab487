import type { Context } from "hono";
import type { Env } from "../faults/fault-injection";
import { hashText } from "../random";

const DEGREES = 360;

export function getPictureUrl(sandboxUrl: string, remoteJid: string): string {
  return `${sandboxUrl}/pictures/${remoteJid.split("@")[0]}`;
}

/** Serves a profile picture: a silhouette on a colour derived from the number, so it is stable between runs. */
export function servePicture(context: Context<Env>): Response {
  const hue = hashText(context.req.param("number") ?? "") % DEGREES;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 45% 70%)"/><g fill="hsl(${hue} 45% 35%)"><circle cx="32" cy="25" r="12"/><path d="M8 64a24 22 0 0 1 48 0z"/></g></svg>`;
  return context.body(svg, 200, {
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=86400",
  });
}
