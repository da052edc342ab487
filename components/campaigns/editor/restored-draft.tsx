import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";

/** Says that the form holds changes of an earlier visit: the campaign may have been changed since. */
export function RestoredDraft({ onDiscard }: { onDiscard: () => () => void }) {
  return (
    <p className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-xl border border-primary/40 bg-primary-soft px-4 py-3">
      Estas são alterações que você não salvou na última vez.
      <Button
        size="sm"
        variant="outline"
        onClick={() => {
          const restore = onDiscard();
          notifySuccess("Alterações descartadas.", {
            action: { label: "Desfazer", onClick: restore },
          });
        }}
      >
        Descartar
      </Button>
    </p>
  );
}
