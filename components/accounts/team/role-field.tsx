import { useSessionUser } from "@/components/session/session-context";
import { RadioCards } from "@/components/shared/forms/radio-cards";
import { ROLE_LABEL, ROLE_MEANING, ROLES, type Role, reaches } from "@/lib/domain/accounts/roles";

interface RoleFieldProps {
  value: Role;
  onChange: (role: Role) => void;
  /** Empty where there is none: its place stays. */
  error?: string | undefined;
}

/** The roles that the user may give, each with what it allows. */
export function RoleField({ value, onChange, error = "" }: RoleFieldProps) {
  const { role: own } = useSessionUser();
  return (
    <RadioCards
      legend="Função"
      choices={ROLES.filter((role) => reaches(own, role))}
      labels={ROLE_LABEL}
      meanings={ROLE_MEANING}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
