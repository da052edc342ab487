import type { Metadata } from "next";
import { CreditsScreen } from "@/components/credits/credits-screen";

export const metadata: Metadata = { title: "Créditos" };

export default function Page() {
  return <CreditsScreen />;
}
