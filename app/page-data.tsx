import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
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

/** As the answers of a page that has none, so that it is the same page when it is rendered again. */
const NO_ANSWERS: DehydratedState = { queries: [], mutations: [] };

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
  // A screen that is opened from another one asks by itself: what came with it would hide what has changed since, which
  // the browser was told of before it had the answers, or after it had fetched the page ahead. Next.js hides its own
  // headers from here; only a document is asked for as text/html.
  // A document that is fetched ahead may never be shown.
  const asked = await headers();
  const isDocument = asked.get("accept")?.includes("text/html");
  if (!isDocument || asked.get("purpose") === "prefetch") {
    return <PageAnswers state={NO_ANSWERS}>{children}</PageAnswers>;
  }
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
