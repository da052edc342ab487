import * as z from "zod/mini";
import { optionalFields } from "@/lib/domain/leads/lead-fields";
import { AppError } from "@/lib/errors";

const { website, email, phone, cnpj } = optionalFields;
/** Rules that became stricter after values were stored. The number's rule is checked where it is stored. */
const Rules = z.object({ website, email, phone, cnpj });
type Guarded = "whatsapp" | keyof typeof Rules.shape;
const GUARDED: ReadonlySet<string> = new Set<string>(["whatsapp", ...Object.keys(Rules.shape)]);

/**
 * Drops values of these rules that are already stored, so that changing a name is not refused because of an old
 * telephone.
 * @throws AppError invalid_input under each changed field that its rule refuses
 */
export function omitStored<Given extends object>(
  given: Given,
  stored: { readonly [Name in Guarded]?: string | null },
): Given {
  const changed = Object.entries(given).filter(
    ([name, value]) => !GUARDED.has(name) || value !== stored[name as Guarded],
  );
  const change = Object.fromEntries(changed) as Given;
  const parsed = z.safeParse(Rules, change);
  if (parsed.success) return change;
  const problems = parsed.error.issues.map(({ path, message }) => [path.join("."), message]);
  const [only = "", ...others] = problems.map(([, message]) => message);
  throw new AppError("invalid_input", others.length > 0 ? "" : only, {
    fields: Object.fromEntries(problems) as Record<string, string>,
  });
}
