import type { TestUser } from "../factories/users";

/** Opens an account's stream of live events and collects them. */
export async function openStream(
  api: { url: string },
  user: TestUser,
  headers: Record<string, string> = {},
  query = "",
) {
  const abort = new AbortController();
  const response = await fetch(`${api.url}/api/stream${query}`, {
    headers: { ...user.headers, ...headers },
    signal: abort.signal,
  });
  const stream = {
    text: "",
    status: response.status,
    ended: false,
    close: () => abort.abort(),
  };
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString();
    stream.ended = true;
  })().catch(() => undefined);
  return stream;
}
