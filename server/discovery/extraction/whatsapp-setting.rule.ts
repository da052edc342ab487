/** Settings such as "whatsapp": "5511…", and those of the Click to Chat plugin. */
const SETTING =
  /(?:whats_?app(?:_?(?:number|numero|phone|tel|telefone))?|\bht_ctc_chat_var\s?=\s?\{\s?"number)["']?\s{0,12}[:=]\s{0,12}["'](\+?[\d\s().-]{10,20})["']/gi;
/** Settings one level deeper: whatsapp: { enabled: true, number: "5511…" }. */
const SETTINGS_OF_WHATSAPP = /whats_?app["']?\s?[:=]\s?\{/gi;
const NUMBER_SETTING =
  /(?<![\p{L}_])(?:number|numero|número|phone|telefone|tel)["']?\s?:\s?["']?(\+?[\d\s().-]{10,20})(?![\d\s().-])/iu;
const MAX_SETTINGS = 400;

/**
 * The WhatsApp number in a script's settings, as written; null when there are several, which belong to different
 * people.
 */
export function findWhatsappSetting(script: string): string | null {
  if (!/whats_?app|ht_ctc/i.test(script)) return null;
  const named = new Map<string, string>();
  const settings = script.replaceAll('\\"', '"');
  const keep = (number: string | undefined) =>
    number && named.set(number.replace(/\D/g, ""), number);
  for (const [, number] of settings.matchAll(SETTING)) keep(number);
  for (const group of settings.matchAll(SETTINGS_OF_WHATSAPP)) {
    const from = group.index + group[0].length;
    const [own = ""] = settings.slice(from, from + MAX_SETTINGS).split(/[{}]/, 1);
    keep(NUMBER_SETTING.exec(own)?.[1]);
    if (named.size > 1) return null;
  }
  if (named.size > 1) return null;
  return [...named.values()][0] ?? null;
}
