import { spanCall } from "@/server/platform/work";

/**
 * One span around an external call; it counts as failed when `readStatus` returns null. Paths and queries contain
 * numbers, names and keys, so the span has only the host.
 */
export function spanRequest<Result>(
  { host }: URL,
  method: string | undefined = "GET",
  readStatus: (result: Result) => number | null,
  call: () => Promise<Result>,
): Promise<Result> {
  return spanCall(
    `${method} ${host}`,
    { "http.request.method": method, "server.address": host },
    (result) => {
      const status = readStatus(result);
      return {
        attributes: { "http.response.status_code": status ?? undefined },
        failed: status === null || status >= 500,
      };
    },
    call,
  );
}
