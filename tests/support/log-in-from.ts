import { request } from "node:http";
import type { TestApi } from "./api";

/** Logs in from another loopback address. Returns the answer's status. */
export function logInFrom(
  api: Pick<TestApi, "url">,
  localAddress: string,
  email: string,
  password: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${api.url}/api/auth`,
      { method: "POST", localAddress, headers: { "content-type": "application/json" } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    outgoing.on("error", reject);
    outgoing.end(JSON.stringify({ email, password }));
  });
}
