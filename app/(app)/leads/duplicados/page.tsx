import type { Metadata } from "next";
import { DuplicatesScreen } from "@/components/leads/leads/duplicates-screen";

export const metadata: Metadata = { title: "Possíveis duplicados" };

export default function Page() {
  return <DuplicatesScreen />;
}
