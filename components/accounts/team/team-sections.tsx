import { SectionLinks } from "@/components/shared/layout/section-links";
import { paths } from "@/lib/paths";

const SECTIONS = [
  { href: paths.team, label: "Pessoas" },
  { href: paths.teamResults, label: "Resultados" },
];

/** The links between who works in the account and what they achieve. */
export function TeamSections() {
  return <SectionLinks label="Seções da equipe" sections={SECTIONS} />;
}
