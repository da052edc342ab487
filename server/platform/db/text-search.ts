import { toCandidatePattern, toContainsPattern } from "@/lib/domain/text/search-pattern";
import { join, type Sql, sql } from "./sql";

/**
 * A condition for rows whose `search_text` contains one of `texts`, ignoring case and accents: the trigram index
 * finds candidates, strpos confirms them.
 */
export function buildContainsCondition(texts: string[]): Sql {
  return sql`(${join(texts.map(contains), " OR ")})`;
}

function contains(text: string): Sql {
  const pattern = toCandidatePattern(text);
  const candidate = sql`search_text LIKE search_form(${pattern})`;
  if (pattern === toContainsPattern(text)) return candidate;
  return sql`(${candidate} AND strpos(search_text, search_form(${text})) > 0)`;
}
