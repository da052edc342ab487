import type { Metadata } from "next";
import { UnderConstruction } from "@/components/shell/under-construction";

export const metadata: Metadata = { title: "Busca de Leads - Receita Federal" };

export default function Page() {
  return <UnderConstruction />;
}
