const MAX_LENGTH = 2_000;
const HOST = /^(?:[a-z\d](?:[a-z\d_-]{0,62})\.){1,20}(?:[a-z]{2,24}|xn--[a-z\d-]{2,59})$/;

/**
 * An address of the web as people write it: "www.padaria.com.br", "https://padaria.com.br/contato". Forms check it in
 * the browser, where the table of public suffixes would weigh more than the form.
 */
export function isWebAddress(written: string): boolean {
  const text = written.trim();
  if (text.length > MAX_LENGTH || /\s/.test(text)) return false;
  const address = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(text) ? text : `http://${text}`;
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username } = new URL(address);
  return username === "" && HOST.test(hostname);
}
