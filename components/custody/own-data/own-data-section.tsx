import { ForRole } from "@/components/session/for-role";
import Link from "@/components/ui/link";
import { paths } from "@/lib/paths";
import { DeletionCard } from "./deletion-card";
import { ExportCard } from "./export-card";

export function OwnDataSection() {
  return (
    <div className="space-y-5">
      <p className="text-pretty text-sm">
        O que é guardado, por quanto tempo e quem recebe está na página{" "}
        <Link href={paths.privacy} className="text-primary-text underline underline-offset-4">
          Privacidade
        </Link>
        .
      </p>
      <ForRole least="owner">
        <ExportCard />
        <DeletionCard />
      </ForRole>
    </div>
  );
}
