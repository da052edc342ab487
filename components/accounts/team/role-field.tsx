import { useId } from "react";
import { useSessionUser } from "@/components/session/session-context";
import { ROLE_LABEL, ROLE_MEANING, ROLES, type Role, reaches } from "@/lib/domain/accounts/roles";

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  error?: string | undefined;
}

/** The roles that the user may give, each with what it allows. */
export function RoleField({ value, onChange, error }: RoleFieldProps) {
  const { role: own } = useSessionUser();
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1.5 font-medium text-sm">Função</legend>
      <div className="grid gap-2">
        {ROLES.filter((role) => reaches(own, role)).map((role) => (
          <label
            key={role}
            className="flex cursor-pointer items-start gap-2.5 rounded-lg border border-border px-3 py-2.5 transition-colors hover:bg-accent/60 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name={id}
              className="mt-0.5 size-4 shrink-0"
              checked={value === role}
              onChange={() => onChange(role)}
            />
            <span className="min-w-0 text-sm">
              <span className="font-medium">{ROLE_LABEL[role]}</span>
              <span className="block text-pretty text-muted-foreground">{ROLE_MEANING[role]}</span>
            </span>
          </label>
        ))}
      </div>
      <p id={`${id}-error`} className="mt-1 min-h-5 text-[0.8125rem] text-danger-text leading-5">
        {error}
      </p>
    </fieldset>
  );
}
