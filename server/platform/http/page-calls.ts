import { headers } from "next/headers";
import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import { socketAddressHeader } from "./client-address";
import { getOwnApi } from "./own-api";

/** Headers by which the API knows who asks, and from where. */
const PASSED_ON = ["cookie", "user-agent", "x-forwarded-for", socketAddressHeader];

/**
 * Calls the API of this process for whom the page is rendered.
 * @throws AppError unavailable where Next runs alone
 */
export async function callOwnApi(path: string, init: RequestInit): Promise<Response> {
  const api = getOwnApi();
  if (!api) throw new AppError("unavailable");
  const asked = await headers();
  const passed = new Headers();
  for (const name of PASSED_ON) {
    const value = asked.get(name);
    if (value) passed.set(name, value);
  }
  return api(new Request(new URL(path, env.APP_URL), { ...init, headers: passed }));
}
