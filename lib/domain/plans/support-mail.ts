import { isPro, type Plan } from "./plan";

interface Account {
  id: number;
  name: string;
  email: string;
  plan: Plan;
}

/** The label of the entry that writes to support. */
export function getSupportLabel(plan: Plan): string {
  return isPro(plan) ? "Suporte prioritário" : "Ajuda por e-mail";
}

/** The address of a mail to support that says whose account it is about; its subject marks those of PRO. */
export function buildSupportMail(address: string, { id, name, email, plan }: Account): string {
  const planName = isPro(plan) ? "PRO" : "Gratuito";
  const subject = isPro(plan)
    ? `[PRO] Suporte prioritário: conta ${id}`
    : `Ajuda com o Garimpo: conta ${id}`;
  const body = `\n\n--\nConta: ${id}, ${name} <${email}>\nPlano: ${planName}`;
  // As a mail's lines end; and + would be read as a plus.
  const lines = encodeURIComponent(body.replaceAll("\n", "\r\n"));
  return `mailto:${encodeURI(address)}?subject=${encodeURIComponent(subject)}&body=${lines}`;
}
