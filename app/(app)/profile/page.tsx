import type { Metadata } from "next";

export const metadata: Metadata = { title: "Meu Perfil" };

/** The layout shows the first section, which outlasts a look at the others. */
export default function Page() {
  return null;
}
