import { cleanName, isInitials } from "./name-spelling.rule";
import { isCredit, isMaker } from "./page-reading.rule";

/** "© 2019-2026 Padaria Central. Todos os direitos", "Copyright Padaria Central 2026". */
const COPYRIGHT = ["©", "Copyright", "copyright", "COPYRIGHT", "(c) ", "(C) "];
const YEARS_AND_NAME =
  /^[ ©]{0,3}(?:(?:19|20)\d\d(?: ?[-–/a] ?(?:19|20)\d\d)?)?[ ,.:|–-]{0,4}(?<name>[^\n©|•·–]{2,80})/;
/** "Padaria Central © 2026 - Pães e bolos": what follows the year is not the name. */
const YEAR_ALONE =
  /^ ?(?:(?:19|20)\d\d ?(?=$|[\n|·•.–—-]|todos|all rights)|todos|all rights|$|\n| - )/i;
/** How far before the sign its line may begin. */
const BEFORE = 60;
/** What follows the name on that line. */
const AFTER_COPYRIGHT =
  / [-/] |(?<!(?:^|[^\p{L}])(?:Dra?|Profa?|Sra?|Sta|Eng|Arq|Adv|Cia))\. (?=\p{Lu})|\.$|,|(?:19|20)\d\d|(?<!\p{L})(?:todos (?:os )?direitos|all rights|direitos|cnpj|c\.n\.p\.j|desenvolvid|criad[oa]|powered|feito|by )|https?:|www\./iu;
const MAX_COPYRIGHTS = 5;

export function findCopyrightNames(text: string): string[] {
  const names: string[] = [];
  for (const sign of COPYRIGHT) {
    for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) {
      if (names.length === MAX_COPYRIGHTS) return names;
      if (isCredit(text.slice(Math.max(0, at - BEFORE), at))) continue;
      const before = readLineBefore(text, at);
      const after = text.slice(at + sign.length, at + sign.length + 120);
      if (YEAR_ALONE.test(after) && cleanName(before) !== null) {
        names.push(before);
        continue;
      }
      const written = YEARS_AND_NAME.exec(after)?.groups?.["name"] ?? "";
      const [name = "", trade = ""] = written.split(AFTER_COPYRIGHT, 2).map((each) => each.trim());
      if (name !== "" && !isMaker(trade)) names.push(isInitials(name) ? `${name} ${trade}` : name);
    }
  }
  return names;
}

/** The text of the line before the sign; empty when it is too long to be a name. */
function readLineBefore(text: string, at: number): string {
  const stretch = `\n${text.slice(Math.max(0, at - BEFORE), at)}`;
  const line = stretch.slice(stretch.lastIndexOf("\n") + 1);
  return line.length === BEFORE ? "" : line.trim();
}
