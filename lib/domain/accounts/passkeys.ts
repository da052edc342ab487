export const MOST_PASSKEYS = 20;
export const PASSKEY_NAME_MAX_LENGTH = 60;

/** How a browser reaches the device that holds a passkey, in WebAuthn's words. */
export const PASSKEY_TRANSPORTS = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const;
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number];
