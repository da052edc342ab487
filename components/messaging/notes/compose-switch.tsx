import { Lock, MessageSquare } from "lucide-react";
import { cn } from "@/components/ui/cn";

export type ComposeMode = "message" | "note";

const MODES = [
  { mode: "message", label: "Mensagem", icon: MessageSquare },
  { mode: "note", label: "Nota interna", icon: Lock },
] as const;

interface ComposeSwitchProps {
  mode: ComposeMode;
  onChange: (mode: ComposeMode) => void;
}

/** Whether one writes to the contact, or a note to the team. */
export function ComposeSwitch({ mode, onChange }: ComposeSwitchProps) {
  return (
    <fieldset
      className={cn(
        "flex shrink-0 gap-1 border-t px-3 py-1.5 @2xl:px-4",
        mode === "note" ? "border-primary bg-primary-soft" : "border-border bg-card",
      )}
    >
      <legend className="sr-only">O que escrever</legend>
      {MODES.map(({ mode: each, label, icon: Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          onClick={() => onChange(each)}
          className={cn(
            "flex h-8 items-center gap-1.5 rounded-md px-2.5 text-[0.8125rem] transition-colors pointer-coarse:h-11",
            each !== mode && "text-muted-foreground hover:text-foreground",
            each === mode && (each === "note" ? "bg-primary" : "bg-accent"),
            each === mode && "font-medium",
            each === mode && each === "note" && "text-primary-foreground",
          )}
        >
          <Icon className="size-3.5" aria-hidden />
          {label}
        </button>
      ))}
    </fieldset>
  );
}
