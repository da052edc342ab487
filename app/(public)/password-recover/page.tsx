import type { Metadata } from "next";
import { RecoveryScreen } from "@/components/accounts/auth/recovery-screen";

export const metadata: Metadata = { title: "Recuperar senha" };

export default function Page() {
  return <RecoveryScreen />;
}
