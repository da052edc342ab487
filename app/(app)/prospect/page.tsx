import type { Metadata } from "next";
import { PagesSearchScreen } from "@/components/discovery/pages-search-screen";

export const metadata: Metadata = { title: "Buscar Leads pelo Google" };

export default function Page() {
  return <PagesSearchScreen />;
}
