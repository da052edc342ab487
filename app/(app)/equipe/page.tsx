import type { Metadata } from "next";
import { readTeam } from "@/components/accounts/team/team-answers";
import { TeamScreen } from "@/components/accounts/team/team-screen";
import { PageData } from "../../page-data";

export const metadata: Metadata = { title: "Equipe" };

export default function Page() {
  return (
    <PageData read={readTeam}>
      <TeamScreen />
    </PageData>
  );
}
