import type { Metadata } from "next";
import { ActionsCard } from "@/components/accounts/profile/actions-card";
import { ForRole } from "@/components/session/for-role";

export const metadata: Metadata = { title: "Histórico da conta" };

export default function Page() {
  return (
    <ForRole least="manager">
      <ActionsCard />
    </ForRole>
  );
}
