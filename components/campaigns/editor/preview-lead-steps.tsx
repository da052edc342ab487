import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "@/components/ui/button";

/** Steps through the leads whose preview is shown. */
export function LeadSteps({ onStep }: { onStep: (by: number) => void }) {
  return (
    <div className="flex shrink-0">
      <Button variant="ghost" size="icon" aria-label="Lead anterior" onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label="Próximo lead" onClick={() => onStep(1)}>
        <ChevronRight aria-hidden />
      </Button>
    </div>
  );
}
