import type { Metadata } from "next";
import { DuplicatesScreen } from "@/components/leads/leads/duplicates-screen";
import { ForWholeView } from "@/components/session/for-role";

export const metadata: Metadata = { title: "Possíveis duplicados" };

export default function Page() {
  return (
    <ForWholeView title="Possíveis duplicados">
      <DuplicatesScreen />
    </ForWholeView>
  );
}
