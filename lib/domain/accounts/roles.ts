/** What a person may do in their account, the most first: everything; all but bills and deletion; selling. */
export const ROLES = ["owner", "manager", "seller"] as const;
export type Role = (typeof ROLES)[number];

/** Whether a role may do what needs at least another. One that is not known may do nothing. */
export function reaches(role: Role, least: Role): boolean {
  const at = ROLES.indexOf(role);
  return at !== -1 && at <= ROLES.indexOf(least);
}

/** Why a person may not do what needs at least this role. */
export const ROLE_NEEDED: Record<Role, string> = {
  owner: "Só um dono da conta pode fazer isto.",
  manager: "Só um dono ou gestor da conta pode fazer isto.",
  seller: "Seu acesso a esta conta não permite isto.",
};

export const ROLE_LABEL: Record<Role, string> = {
  owner: "Dono",
  manager: "Gestor",
  seller: "Vendedor",
};

export const ROLE_MEANING: Record<Role, string> = {
  owner: "Pode tudo, também o plano, os pagamentos e a exclusão da conta.",
  manager: "Pode tudo, menos pagamentos, exclusão da conta e donos.",
  seller: "Prospecta, conversa e cuida dos leads.",
};
