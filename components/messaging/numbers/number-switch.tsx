import { cn } from "@/components/ui/cn";
import type { OwnNumber } from "@/lib/contracts/messaging/numbers";
import { NumberDot } from "./number-dot";

const STATES: Record<OwnNumber["status"], string> = {
  CONNECTED: "Conectado",
  CONNECTING: "Conectando...",
  DISCONNECTED: "Desconectado",
};

interface NumberSwitchProps {
  numbers: readonly OwnNumber[];
  chosen: OwnNumber;
  onChoose: (id: number) => void;
}

/** Chooses whose connection is shown. */
export function NumberSwitch({ numbers, chosen, onChoose }: NumberSwitchProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2 px-5 pt-3">
      <legend className="sr-only">Número</legend>
      {numbers.map((number) => (
        <button
          key={number.id}
          type="button"
          aria-pressed={number === chosen}
          onClick={() => onChoose(number.id)}
          className={cn(
            "flex min-h-11 min-w-0 max-w-full items-center gap-2 rounded-lg border px-3 py-1 text-left text-sm transition-colors",
            number === chosen ? "border-transparent bg-accent" : "border-border hover:bg-muted",
          )}
        >
          <NumberDot colour={number.colour} />
          <span className="min-w-0">
            <span className="block truncate font-medium">{number.name}</span>
            <span className="block truncate text-muted-foreground text-xs">
              {STATES[number.status]}
              {number.is_default && " · padrão"}
            </span>
          </span>
        </button>
      ))}
    </fieldset>
  );
}
