import type { FirstAnswers } from "@/components/shared/state/first-answers";
import { registryQueries } from "./registry.queries";
import { readRegistryChoice } from "./registry-params";

export const readRegistry: FirstAnswers = (client, params) => {
  const { filter, page, active } = readRegistryChoice(params);
  return [active && client.prefetchQuery(registryQueries.search(filter, page))];
};
