import countryCodes from "i18n-iso-countries";

const names = new Intl.DisplayNames("pt-BR", { type: "region" });
const byName = new Intl.Collator("pt-BR");

/** The countries of the world by name; `id` is the ISO 3166-1 number, which IBGE uses too. */
export const countries = Object.entries(countryCodes.getAlpha2Codes())
  // Kosovo has a user-assigned code, which is not part of the standard.
  .filter(([sigla]) => sigla !== "XK")
  .map(([sigla]) => ({
    id: Number(countryCodes.alpha2ToNumeric(sigla)),
    sigla,
    nome: names.of(sigla) ?? sigla,
  }))
  .sort((a, b) => byName.compare(a.nome, b.nome));
