import type { Metadata } from "next";
import { SecondFactorCard } from "@/components/accounts/second-factor/second-factor-card";

export const metadata: Metadata = { title: "Verificação em duas etapas" };

export default function Page() {
  return <SecondFactorCard />;
}
