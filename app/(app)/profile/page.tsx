import type { Metadata } from "next";

export const metadata: Metadata = { title: "Meu Perfil" };

/** The layout shows the first section, which stays mounted while others are shown. */
export default function Page() {
  return null;
}
