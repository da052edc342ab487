"use client";

import { listSellers, nameSeller } from "@/components/leads/sellers/seller-choice";
import { useTeam } from "@/components/session/team.queries";
import { Field } from "@/components/shared/forms/form";
import { NativeSelect } from "@/components/ui/native-select";

interface TaskPersonProps {
  value: number | null;
  onChange: (personId: number | null) => void;
}

/** Whose task it is, where several people could do it. */
export function TaskPerson({ value, onChange }: TaskPersonProps) {
  const { people, isTeam } = useTeam();
  if (!isTeam) return null;
  const offered = listSellers(people);
  const other = people.find(({ id }) => id === value && !offered.some((each) => each.id === id));
  return (
    <Field label="De quem é">
      {(control) => (
        <NativeSelect
          {...control}
          value={value ?? ""}
          onChange={({ target }) => onChange(target.value ? Number(target.value) : null)}
        >
          <option value="">Qualquer pessoa</option>
          {[...offered, ...(other ? [other] : [])].map((person) => (
            <option key={person.id} value={person.id}>
              {nameSeller(person)}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

/** Who does a task, where that is not the user. */
export function TaskDoer({ personId }: { personId: number | null }) {
  const person = useTeam().people.find(({ id }) => id === personId);
  if (!person || person.is_you) return null;
  return (
    <>
      <span aria-hidden>·</span>
      <span className="min-w-0 truncate">{person.name}</span>
    </>
  );
}
