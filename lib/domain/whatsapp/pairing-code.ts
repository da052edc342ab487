/** Eight characters in two groups, as WhatsApp asks for them: XXXX-XXXX. */
export function formatPairingCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase();
}
