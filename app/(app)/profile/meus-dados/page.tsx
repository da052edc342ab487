import type { Metadata } from "next";
import { OwnDataSection } from "@/components/custody/own-data/own-data-section";

export const metadata: Metadata = { title: "Meus dados" };

export default function Page() {
  return <OwnDataSection />;
}
