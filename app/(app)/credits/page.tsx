import type { Metadata } from "next";
import { UnderConstruction } from "@/components/shell/under-construction";

export const metadata: Metadata = { title: "Créditos" };

export default function Page() {
  return <UnderConstruction />;
}
