import type { Metadata } from "next";
import { MapsSearchScreen } from "@/components/discovery/maps-search-screen";

export const metadata: Metadata = { title: "Busca Google Maps" };

export default function Page() {
  return <MapsSearchScreen />;
}
