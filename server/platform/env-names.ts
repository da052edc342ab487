/** Prefixes of names that only we use: an unknown name with one is misspelt. */
const OURS =
  /^(?:WHATSAPP|EVOLUTION|STRIPE|META|SMTP|CAMPAIGN|MEDIA|MESSAGES|SEARXNG|OIDC|MICROSOFT)_/;

/** Shorter names are too similar to others: HOST to HOME. */
const SHORTEST = 8;

/**
 * A sentence for each variable that looks like a misspelling of one of `known`. Without `strict`, as for a trial on a
 * machine whose other programs have their own variables, it only looks for a misspelt GARIMPO_MODE, which would have
 * made it strict.
 */
export function describeMisspelt(
  variables: Record<string, string | undefined>,
  known: readonly string[],
  { strict }: { strict: boolean },
): string[] {
  const looked = strict ? known : ["GARIMPO_MODE"];
  return Object.keys(variables)
    .filter((name) => variables[name] && !known.includes(name))
    .flatMap((name) => {
      const meant = looked.find((each) => isNear(name.toUpperCase(), each));
      if (meant) return [`${name} is read by nothing: did you mean ${meant}?`];
      return strict && OURS.test(name) ? [`${name} is read by nothing: see .env.example.`] : [];
    });
}

function isNear(name: string, known: string): boolean {
  const most = known.length < SHORTEST ? 0 : known.length < 10 ? 1 : 2;
  return Math.abs(name.length - known.length) <= most && countEdits(name, known) <= most;
}

/** Number of letters to insert, delete or replace to turn one into the other. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [index, its] of [...other].entries()) {
      const exchanged = (row[index] ?? 0) + (letter === its ? 0 : 1);
      next.push(Math.min(exchanged, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
