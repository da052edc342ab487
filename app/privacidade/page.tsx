import type { Metadata } from "next";
import { PrivacyScreen } from "@/components/privacy/privacy-screen";

export const metadata: Metadata = { title: "Privacidade" };

export default function Page() {
  return <PrivacyScreen />;
}
