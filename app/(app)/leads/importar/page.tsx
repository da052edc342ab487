import type { Metadata } from "next";
import { ImportsScreen } from "@/components/leads/imports/imports-screen";
import { ForWholeView } from "@/components/session/for-role";

export const metadata: Metadata = { title: "Importar Leads" };

export default function Page() {
  return (
    <ForWholeView title="Importar Leads">
      <ImportsScreen />
    </ForWholeView>
  );
}
