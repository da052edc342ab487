/** Beginnings of names that are ours alone: one that is not known is misspelt. */
const OURS =
  /^(?:WHATSAPP|EVOLUTION|STRIPE|META|SMTP|CAMPAIGN|MEDIA|MESSAGES|SEARXNG|OIDC|MICROSOFT)_/;

/** Shorter names are near to those of others: HOST to HOME. */
const SHORTEST = 8;

/**
 * A sentence for each variable that was meant for one of `known` and is none. Not `strict`, as for a try on a machine whose
 * other programs have variables of their own, only the name that would have made it strict is looked for.
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

/** Letters that are to be put in, taken out or exchanged to make one of the other. */
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
