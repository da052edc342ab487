import { type FormEvent, type ReactNode, useState } from "react";
import { Field } from "@/components/shared/forms/form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { LIST_NAME_MAX_LENGTH } from "@/lib/contracts/leads/lists";
import { ListCombobox } from "./list-combobox";
import { useListChoices } from "./use-list-choices";

type ChosenList = { id: number } | { newName: string };

interface ListChoiceFormProps {
  label: string;
  /** On the button. */
  action: string;
  loading: boolean;
  onChoose: (list: ChosenList) => void;
  /** What went wrong. */
  children?: ReactNode;
}

/** Asks for one of the account's lists, or for the name of a new one. */
export function ListChoiceForm({
  label,
  action,
  loading,
  onChoose,
  children,
}: ListChoiceFormProps) {
  const [listId, setListId] = useState("");
  const choices = useListChoices(listId === "" ? [] : [Number(listId)]);
  const [name, setName] = useState("");
  const [missing, setMissing] = useState(false);
  const isNew = listId === "";

  function submit(event: FormEvent) {
    event.preventDefault();
    const newName = name.trim();
    if (isNew && newName === "") return setMissing(true);
    onChoose(isNew ? { newName } : { id: Number(listId) });
  }

  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Field label="Lista" error={choices.query.isError ? "Erro ao carregar listas!" : undefined}>
        {(control) => (
          <ListCombobox
            {...control}
            choices={choices}
            before={[{ value: "", label: "Nova lista" }]}
            value={listId}
            onChange={setListId}
          />
        )}
      </Field>
      {isNew && (
        <Field
          label="Nome da nova lista"
          error={missing && name.trim() === "" ? "Informe o nome da lista." : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={LIST_NAME_MAX_LENGTH}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      {children}
      <Button type="submit" size="lg" className="w-full" loading={loading}>
        {action}
      </Button>
    </form>
  );
}
