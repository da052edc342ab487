/**
 * WhatsApp's addresses of profile pictures are signed until an instant that they name: `oe`, seconds since 1970 in
 * hexadecimal. Returns null for one that is over; an address that names none is kept.
 */
export function getCurrentPictureUrl(url: string | null, now: Date): string | null {
  const until = /[?&]oe=([0-9a-f]{8})(?:&|$)/i.exec(url ?? "")?.[1];
  return until !== undefined && Number.parseInt(until, 16) * 1000 <= now.getTime() ? null : url;
}
