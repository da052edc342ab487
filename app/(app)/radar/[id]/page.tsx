import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RadarScreen } from "@/components/radar/radar-screen";

export const metadata: Metadata = { title: "Radar" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
  return <RadarScreen id={Number(id)} />;
}
