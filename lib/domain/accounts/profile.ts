/** The profile fields a user may change, with their lengths; used by schema, form and `user/fields`. */
export const PROFILE_FIELDS = {
  name: { description: "Nome completo", minLength: 2, maxLength: 120 },
  business_name: { description: "Nome do negócio", minLength: 0, maxLength: 120 },
  business_description: { description: "Descrição do negócio", minLength: 0, maxLength: 1000 },
  website: { description: "Site", minLength: 0, maxLength: 200 },
  conversion_objective: { description: "Objetivo de conversão", minLength: 0, maxLength: 500 },
} as const;

export type ProfileField = keyof typeof PROFILE_FIELDS;

interface Lengths {
  min: number;
  max: number;
}

/** The specification's message for an invalid value, or null. */
export function profileFieldProblem(
  field: ProfileField,
  value: string,
  { min, max }: Lengths,
): string | null {
  const text = value.trim();
  if (field === "name") {
    if (text.length < min) return `Nome deve ter pelo menos ${min} caracteres`;
    if (text.length > max) return `Nome deve ter no máximo ${max} caracteres`;
  }
  if (text.length > max) return `Campo deve ter no máximo ${max} caracteres`;
  if (field === "website" && text !== "" && !isWebAddress(text)) return "URL inválida";
  return null;
}

/** A host with a dot, optionally with http(s) and a path; no credentials, no other scheme. */
function isWebAddress(text: string): boolean {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(text) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && !username && !password && /^[^.\s]+(\.[^.\s]+)+$/.test(hostname);
}
