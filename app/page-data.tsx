import { dehydrate, QueryClient } from "@tanstack/react-query";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { PageAnswers } from "@/components/shared/state/page-answers";
import { setTransport } from "@/lib/api/client";
import { callOwnApi } from "@/server/platform/http/page-calls";
import { readSearchParams, type SearchParams } from "./search-params";

/** What is not there after this time is asked for by the browser: a page never waits long for its data. */
const PATIENCE_MS = 800;

setTransport(callOwnApi);

/**
 * Renders `children` with the answers that `read` puts into the client's cache, by the API's own functions in this
 * process. A query that gathers the calls of several components belongs to one browser, and is none for here.
 */
export async function PageData({
  read,
  searchParams,
  children,
}: {
  read: FirstAnswers;
  searchParams?: SearchParams;
  children: ReactNode;
}) {
  // A screen that is opened from another one asks by itself, while it is shown; one fetched ahead may never be.
  const asked = await headers();
  if (asked.has("rsc") || asked.get("purpose") === "prefetch") return children;
  const params = await readSearchParams(searchParams ?? Promise.resolve({}));
  const client = new QueryClient();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.all(read(client, params)), late]);
  clearTimeout(timer);
  return <PageAnswers state={dehydrate(client)}>{children}</PageAnswers>;
}
