import type { Metadata } from "next";
import { PrivacyScreen } from "@/components/privacy/privacy-screen";

export const metadata: Metadata = { title: "Pedidos de titulares" };

export default function Page() {
  return <PrivacyScreen />;
}
