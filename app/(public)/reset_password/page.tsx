import type { Metadata } from "next";
import { UnderConstruction } from "@/components/shell/under-construction";

export const metadata: Metadata = { title: "Nova senha" };

export default function Page() {
  return <UnderConstruction />;
}
