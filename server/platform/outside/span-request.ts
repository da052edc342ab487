import { spanCall } from "@/server/platform/work";

/**
 * One span around a call to the outside, by `readStatus` failed when it gives null. Paths and queries hold numbers, names
 * and keys: the span has the host alone.
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
