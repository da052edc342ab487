/** A parsed search of the registry as the texts that its contract takes: stored, it can be parsed again. */
export function toFilterTexts(filter: object): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([field, value]): [string, string | string[]][] => {
      if (value === undefined || value === "") return [];
      if (!Array.isArray(value)) return [[field, String(value)]];
      return value.length === 0 ? [] : [[field, value.map(String)]];
    }),
  );
}
