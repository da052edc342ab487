import type { Metadata } from "next";
import { EventsScreen } from "@/components/events/events-screen";

export const metadata: Metadata = { title: "Eventos" };

export default function Page() {
  return <EventsScreen />;
}
