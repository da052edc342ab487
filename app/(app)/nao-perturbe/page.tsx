import type { Metadata } from "next";
import { OptOutsScreen } from "@/components/opt-outs/opt-outs-screen";

export const metadata: Metadata = { title: "Números bloqueados" };

export default function Page() {
  return <OptOutsScreen />;
}
