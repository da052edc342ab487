import type { Metadata } from "next";
import { ImportsScreen } from "@/components/leads/imports/imports-screen";

export const metadata: Metadata = { title: "Importar Leads" };

export default function Page() {
  return <ImportsScreen />;
}
