import { candidatePattern } from "@/lib/domain/search-pattern";
import { join, type Sql, sql } from "./sql";

/** The rows whose `search_text` contains one of `texts`, accents and case aside: candidates by the trigram index, then to the letter. */
export function containsOneOf(texts: string[]): Sql {
  const conditions = texts.map(
    (text) => sql`(search_text LIKE search_form(${candidatePattern(text)})
      AND strpos(search_text, search_form(${text})) > 0)`,
  );
  return sql`(${join(conditions, " OR ")})`;
}
