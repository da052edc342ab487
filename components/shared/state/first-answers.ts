import type { QueryClient } from "@tanstack/react-query";

/**
 * Asks for what a screen shows first, by its address, with the queries of its own components. The server calls it for a
 * page that is opened, the browser for one that is about to be. False stands for what is not needed.
 */
export type FirstAnswers = (
  client: QueryClient,
  params: URLSearchParams,
) => (Promise<unknown> | false)[];
