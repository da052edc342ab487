import type { Metadata } from "next";
import { UnderConstruction } from "@/components/shell/under-construction";

export const metadata: Metadata = { title: "Minhas Listas" };

export default function Page() {
  return <UnderConstruction />;
}
