import type { Metadata } from "next";
import { PrivacyScreen } from "@/components/privacy/privacy-screen";
import { ForRole } from "@/components/session/for-role";

export const metadata: Metadata = { title: "Pedidos de titulares" };

export default function Page() {
  return (
    <ForRole least="manager" title="Pedidos de titulares">
      <PrivacyScreen />
    </ForRole>
  );
}
