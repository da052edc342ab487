import type { Metadata } from "next";
import { ActionsCard } from "@/components/accounts/profile/actions-card";

export const metadata: Metadata = { title: "Histórico da conta" };

export default function Page() {
  return <ActionsCard />;
}
