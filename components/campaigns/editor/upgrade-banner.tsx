import { Gem } from "lucide-react";
import { PlansLink } from "@/components/session/plans-link";

export function UpgradeBanner() {
  return (
    <aside
      aria-label="Plano PRO"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border border-primary/40 bg-primary-soft px-4 py-3"
    >
      <div className="flex min-w-0 items-start gap-3 text-sm">
        <Gem className="mt-0.5 size-4 shrink-0 text-primary-text" aria-hidden />
        <p className="min-w-0">
          <span className="block font-semibold">Vá mais longe com o plano PRO</span>
          <span className="block text-pretty text-muted-foreground">
            Agende e repita campanhas, escolha listas e escreva de novo a quem já foi contatado.
          </span>
        </p>
      </div>
      <PlansLink size="sm" />
    </aside>
  );
}
