import type { Metadata } from "next";
import { RadarsScreen } from "@/components/radar/radars-screen";

export const metadata: Metadata = { title: "Radar" };

export default function Page() {
  return <RadarsScreen />;
}
