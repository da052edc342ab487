import type { Metadata } from "next";
import { ListsScreen } from "@/components/lists/lists-screen";

export const metadata: Metadata = { title: "Minhas Listas" };

export default function Page() {
  return <ListsScreen />;
}
