import type { Metadata } from "next";
import { readTeamResults } from "@/components/accounts/team-results/team-results-answers";
import { TeamResultsScreen } from "@/components/accounts/team-results/team-results-screen";
import { PageData } from "../../../page-data";
import type { SearchParams } from "../../../search-params";

export const metadata: Metadata = { title: "Resultados da equipe" };

export default function Page({ searchParams }: { searchParams: SearchParams }) {
  return (
    <PageData read={readTeamResults} searchParams={searchParams}>
      <TeamResultsScreen />
    </PageData>
  );
}
