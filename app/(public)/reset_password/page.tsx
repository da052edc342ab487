import type { Metadata } from "next";
import { ResetScreen } from "@/components/auth/reset-screen";

// The address holds the token: no other site is to learn it.
export const metadata: Metadata = { title: "Nova senha", referrer: "no-referrer" };

export default function Page() {
  return <ResetScreen />;
}
