import { Controller } from "react-hook-form";
import { NumberDot } from "@/components/messaging/numbers/number-dot";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import type { CampaignForm } from "./use-campaign-form";

/** Which of the account's numbers send it; nothing where there is one. Models go out by the default one. */
export function NumberField({ form }: { form: CampaignForm }) {
  const { numbers } = useOwnNumbers();
  const byTemplate = form.watch("templates") !== null;
  if (numbers.length < 2 || byTemplate) return null;
  return (
    <Controller
      name="number_ids"
      control={form.control}
      render={({ field: { value, onChange, ref }, fieldState }) => {
        const known = numbers.filter(({ id }) => value.includes(id));
        const chosen = (known.length > 0 ? known : numbers.filter((each) => each.is_default)).map(
          ({ id }) => id,
        );
        return (
          <fieldset className="space-y-1">
            <legend className="mb-1 font-medium text-sm">Números que enviam</legend>
            {numbers.map(({ id, name, colour, is_default, status }, at) => (
              <label
                key={id}
                className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-1 text-sm hover:bg-muted pointer-coarse:min-h-11"
              >
                <input
                  ref={at === 0 ? ref : undefined}
                  type="checkbox"
                  checked={chosen.includes(id)}
                  // One of them has to send it.
                  disabled={chosen.length === 1 && chosen[0] === id}
                  onChange={({ target }) =>
                    onChange(
                      target.checked ? [...chosen, id] : chosen.filter((each) => each !== id),
                    )
                  }
                  className="size-4 shrink-0 cursor-pointer"
                />
                <NumberDot colour={colour} />
                <span className="min-w-0 break-words">
                  {name}
                  {is_default && " (padrão)"}
                  {status !== "CONNECTED" && " – desconectado"}
                </span>
              </label>
            ))}
            {fieldState.error ? (
              <p role="alert" className="text-[0.8125rem] text-danger-text leading-5">
                {fieldState.error.message}
              </p>
            ) : (
              chosen.length > 1 && (
                <p className="text-pretty text-[0.8125rem] text-muted-foreground leading-5">
                  Cada pessoa recebe de um só: do número com que já conversou, ou do que tiver mais
                  espaço hoje. Cada número mantém o seu ritmo.
                </p>
              )
            )}
          </fieldset>
        );
      }}
    />
  );
}
