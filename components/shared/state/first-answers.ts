import type { QueryClient } from "@tanstack/react-query";

/**
 * Starts the queries of a screen's first view, with the keys that its components use. The server calls it while it renders
 * the page; the browser calls it when somebody points at a link to the page. `params` are the query parameters of the
 * address. In the returned list false stands for a query that these parameters do not need.
 */
export type FirstAnswers = (
  client: QueryClient,
  params: URLSearchParams,
) => (Promise<unknown> | false)[];
