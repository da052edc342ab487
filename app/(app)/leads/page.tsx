import type { Metadata } from "next";
import { LeadsScreen } from "@/components/leads-screen/leads-screen";

export const metadata: Metadata = { title: "Gerenciamento de Leads" };

export default function Page() {
  return <LeadsScreen />;
}
