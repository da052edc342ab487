import { findVariableProblem, usesOwnFields } from "@/lib/domain/campaigns/template-variables";
import { tellOwnValues, toOwnValues } from "@/lib/domain/leads/own-fields";
import { AppError } from "@/lib/errors";
import type { OwnerId } from "@/server/platform/actor";
import { findValues } from "./lead-values.repository";
import { findFields } from "./own-fields.repository";

/** The keys of the owner's own fields, in their order. */
export async function listOwnKeys(ownerId: OwnerId): Promise<string[]> {
  return (await findFields(ownerId)).map(({ key }) => key);
}

/** Like listOwnKeys, for these texts: nothing is looked up where they use no own field. */
export async function findOwnKeys(ownerId: OwnerId, texts: readonly string[]): Promise<string[]> {
  return texts.some(usesOwnFields) ? listOwnKeys(ownerId) : [];
}

/**
 * Checks the variables of texts, given by the names of their fields, against the owner's own fields.
 * @throws AppError invalid_input under the field of each text with a variable that does not exist
 */
export async function requireKnownVariables(
  ownerId: OwnerId,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  const keys = await findOwnKeys(ownerId, Object.values(texts));
  const problems = Object.entries(texts).flatMap(([field, text]) => {
    const problem = findVariableProblem(text, keys);
    return problem === null ? [] : [[field, problem] as const];
  });
  const [first] = problems;
  if (first)
    throw new AppError("invalid_input", first[1], { fields: Object.fromEntries(problems) });
}

/** The values of a lead's own fields in the form for messages, by the fields' keys. */
export async function findOwnTexts(
  ownerId: OwnerId,
  leadId: number,
): Promise<Record<string, string>> {
  const stored = await findValues(ownerId, [leadId]);
  return tellOwnValues(
    stored,
    toOwnValues(stored.map(({ key, kind, value }) => [key, kind, value])),
  );
}
