import type { Metadata } from "next";
import { RegistryScreen } from "@/components/registry/registry-screen";

export const metadata: Metadata = { title: "Busca de Leads - Receita Federal" };

export default function Page() {
  return <RegistryScreen />;
}
