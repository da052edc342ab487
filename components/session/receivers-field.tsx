import { Checkbox } from "@/components/ui/checkbox";
import type { TeamPerson } from "@/lib/contracts/accounts/team";

interface ReceiversFieldProps {
  people: readonly TeamPerson[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
}

/** Who gets something: several get equal shares, in turn; without anybody it is nobody's. */
export function ReceiversField({ people, chosen, onChange }: ReceiversFieldProps) {
  return (
    <fieldset className="mb-4">
      <legend className="mb-1.5 font-medium text-sm">Para quem</legend>
      <ul className="divide-y divide-border rounded-lg border border-border">
        {people.map(({ id, name, is_you }) => (
          <li key={id} className="flex items-center gap-1 text-sm">
            <Checkbox
              label={name}
              checked={chosen.includes(id)}
              onChange={(checked) =>
                onChange(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
              }
            />
            <span className="min-w-0 truncate" aria-hidden>
              {is_you ? `${name} (você)` : name}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-1.5 min-h-5 text-[0.8125rem] text-muted-foreground">
        {chosen.length === 0 && "Sem escolher ninguém, fica sem vendedor."}
        {chosen.length > 1 && "Em turno: cada pessoa escolhida fica com uma parte igual."}
      </p>
    </fieldset>
  );
}
