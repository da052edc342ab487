import type { ComponentProps } from "react";
import { Combobox } from "@/components/ui/combobox";
import type { SelectOption } from "@/components/ui/multi-select";
import type { ListChoice, ListChoices } from "./use-list-choices";

interface ListComboboxProps
  extends Pick<ComponentProps<typeof Combobox>, "id" | "aria-invalid" | "aria-describedby"> {
  choices: ListChoices;
  /** The options before the lists. An empty field means the first one. */
  before: readonly [SelectOption, ...SelectOption[]];
  toOption?: (list: ListChoice) => SelectOption;
  value: string;
  onChange: (value: string) => void;
}

/** One of the account's lists, found by typing, or something else in its place. */
export function ListCombobox({
  choices,
  before,
  toOption = ({ id, name, leads }) => ({ value: String(id), label: `${name} (${leads})` }),
  value,
  onChange,
  ...control
}: ListComboboxProps) {
  const options: SelectOption[] = [];
  for (const option of [...before, ...choices.offered.map(toOption)]) {
    // Two may have one name, and what is chosen is known by it.
    const isTaken = options.some(({ label }) => label === option.label);
    const number = option.value.replace(/\D/g, "");
    options.push(isTaken ? { ...option, label: `${option.label} · nº ${number}` } : option);
  }
  return (
    <Combobox
      {...control}
      value={options.find((option) => option.value === value)?.label ?? ""}
      onChange={(chosen) =>
        onChange((options.find(({ label }) => label === chosen) ?? before[0]).value)
      }
      onType={choices.setTyped}
      options={options.map(({ label }) => label)}
      loading={choices.query.isLoading}
      emptyText={choices.query.isFetching ? "Procurando..." : "Nenhuma lista com este nome."}
    />
  );
}
