import type { ReactNode } from "react";
import type { Lead } from "@/lib/contracts/leads/leads";
import type { LeadFieldName } from "@/lib/domain/leads/lead-fields";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatPhone } from "@/lib/domain/phone/telephone";
import { labelOf } from "@/lib/domain/text/known-words";
import { formatCnpj, websiteHref, websiteLabel } from "@/lib/format";
import { OutsideLink } from "./lead-fact";
import { LEAD_STATUS_LABEL } from "./lead-labels";

const SHOWN: Partial<Record<LeadFieldName, (lead: Lead) => ReactNode>> = {
  whatsapp: ({ whatsapp }) => formatKeptNumber(whatsapp),
  phone: ({ phone }) => formatPhone(phone),
  website: ({ website }) =>
    website && <OutsideLink href={websiteHref(website)}>{websiteLabel(website)}</OutsideLink>,
  cnpj: ({ cnpj }) => formatCnpj(cnpj ?? ""),
  status: ({ status }) => labelOf(LEAD_STATUS_LABEL, status),
};

/** A value of a lead in its form for screens; empty when there is none. */
export function showLeadValue(lead: Lead, name: LeadFieldName): ReactNode {
  return SHOWN[name]?.(lead) ?? lead[name];
}
