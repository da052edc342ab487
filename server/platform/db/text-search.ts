import { toCandidatePattern, toContainsPattern } from "@/lib/domain/text/search-pattern";
import { empty, join, type Sql, sql } from "./sql";

/**
 * For each term its alternative spellings, one of which must match. A spelling that begins with a blank matches only at
 * the beginning of a word.
 */
type Terms = readonly (readonly string[])[];

/**
 * A condition for rows whose `search_text` holds all of `terms`, ignoring case and accents: the trigram index finds
 * candidates, strpos confirms them.
 */
export function buildContainsCondition(terms: Terms): Sql {
  return joinTerms(terms, contains);
}

/** The same for any of these texts, read row by row: each as search_form() makes it. */
export function buildHoldsCondition(terms: Terms, texts: Sql[]): Sql {
  return joinTerms(terms, (spelling) => {
    const searched = sql`search_form(${spelling})`;
    const start = spelling.startsWith(" ") ? sql`' ' || ` : empty;
    return join(
      texts.map((text) => sql`strpos(${start}${text}, ${searched}) > 0`),
      " OR ",
    );
  });
}

function joinTerms(terms: Terms, build: (spelling: string) => Sql): Sql {
  return join(
    terms.map((spellings) => sql`(${join(spellings.map(build), " OR ")})`),
    " AND ",
  );
}

function contains(text: string): Sql {
  if (text.startsWith(" ")) {
    const word = toContainsPattern(text);
    return sql`search_text LIKE search_form(${word}) OR search_text LIKE search_form(${word.slice(2)})`;
  }
  const pattern = toCandidatePattern(text);
  const candidate = sql`search_text LIKE search_form(${pattern})`;
  if (pattern === toContainsPattern(text)) return candidate;
  return sql`(${candidate} AND strpos(search_text, search_form(${text})) > 0)`;
}
