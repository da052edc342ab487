const WORD = String.raw`\p{Lu}[\p{L}\d&'’.]{0,24}`;
/** A sentence that says what the company is or when it began: "A Padaria Central é uma empresa…", "… nasceu em…". */
const INTRODUCED = new RegExp(
  String.raw`(?<![\p{L}\d])[AO] (?<name>${WORD}(?: (?:(?:d[aeo]s?|e|&) )?${WORD}){0,4}) (?:é (?:uma?|a|o) (?:empresa|loja|cl[ií]nica|escrit[oó]rio|ag[eê]ncia|oficina|f[aá]brica|ind[uú]stria|distribuidora|construtora|corretora|imobili[aá]ria|escola|academia|padaria|confeitaria|est[uú]dio|studio|sal[aã]o|grupo|rede|igreja|associa[cç][aã]o)(?![\p{L}])|nasceu |surgiu |foi (?:fundad|criad)[ao] |est[aá] no mercado|atua (?:no|na|em|com|h[aá]|desde) )`,
  "gu",
);
/** A greeting that fills its line and names the company: "Bem-vindo à Padaria Central!" */
const WELCOMED =
  /(?:^|\n)(?:seja )?bem[- ]?vind[oa](?:\([as]\))?s? (?:a|à|ao) (?<name>[^\n!.,]{3,60})(?=[!.]?(?:\n|$))/giu;
const SEARCHED = 60_000;
const MAX_FOUND = 3;

/** Names by which a page's sentences introduce their company. */
export function findIntroducedNames(text: string): string[] {
  const searched = text.slice(0, SEARCHED);
  const names: string[] = [];
  for (const pattern of [WELCOMED, INTRODUCED]) {
    for (const { groups } of searched.matchAll(pattern)) {
      if (names.length === MAX_FOUND) return names;
      names.push(groups?.["name"] ?? "");
    }
  }
  return names;
}
