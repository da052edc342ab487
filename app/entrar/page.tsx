import type { Metadata } from "next";
import { ReturnScreen } from "@/components/accounts/auth/return-screen";

// The URL contains the issuer's parameters, which must not reach other sites as a referrer.
export const metadata: Metadata = { title: "Entrar", referrer: "no-referrer" };

export default function Page() {
  return <ReturnScreen />;
}
