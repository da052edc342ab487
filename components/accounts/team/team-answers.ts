import { teamQuery } from "@/components/session/team.queries";
import type { FirstAnswers } from "@/components/shared/state/first-answers";

export const readTeam: FirstAnswers = (client) => [client.prefetchQuery(teamQuery())];
