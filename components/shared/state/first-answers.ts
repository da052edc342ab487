import type { QueryClient } from "@tanstack/react-query";

/**
 * Starts the queries of a screen's first view, with the keys that its components use. The server calls it while it renders
 * the page, the browser before it navigates to it. `params` is the address's query; false stands for a query that is not
 * needed with these parameters.
 */
export type FirstAnswers = (
  client: QueryClient,
  params: URLSearchParams,
) => (Promise<unknown> | false)[];
