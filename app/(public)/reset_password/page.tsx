import type { Metadata } from "next";
import { ResetScreen } from "@/components/accounts/auth/reset-screen";

// The URL holds the token, which must not reach other sites as a referrer.
export const metadata: Metadata = { title: "Nova senha", referrer: "no-referrer" };

export default function Page() {
  return <ResetScreen />;
}
