import { phoneDigits } from "./phone";

/** Formats a phone number while it is typed: Brazilian up to 13 digits, otherwise plain digits after a plus. */
export function maskPhone(typed: string): string {
  const digits = phoneDigits(typed).slice(0, 15);
  if (digits === "") return typed.startsWith("+") ? "+" : "";
  const withCountry = typed.startsWith("+") || digits.length > 11;
  if (!withCountry) return maskSubscriber(digits);
  if (!digits.startsWith("55")) return `+${digits}`;
  if (digits.length > 13) return `+${digits}`;
  return digits.length > 2 ? `+55 ${maskSubscriber(digits.slice(2))}` : `+${digits}`;
}

function maskSubscriber(digits: string): string {
  const ddd = digits.slice(0, 2);
  const rest = digits.slice(2);
  if (rest === "") return ddd.length === 2 ? `(${ddd}` : ddd;
  if (rest.length < 5) return `(${ddd}) ${rest}`;
  const split = rest.length > 8 ? 5 : 4;
  return `(${ddd}) ${rest.slice(0, split)}-${rest.slice(split)}`;
}
