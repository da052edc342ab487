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

/** For a page without answers: the same components around the screen, so that rendering it again keeps its state. */
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
  // Only a document brings answers. A screen that is opened from another one asks for its own: answers in its page can be
  // older than an event that the browser has handled already, and would overwrite newer ones. Next.js removes its own
  // request headers before this, so `accept` tells the two apart: browsers ask for documents as text/html. A prefetched
  // document may never be shown.
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
