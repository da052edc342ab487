"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import type { RegistryCompany } from "@/lib/contracts/registry/registry";
import { formatCnpj } from "@/lib/format";
import { leadPath } from "@/lib/paths";
import { registryMutations } from "./registry.queries";

interface LeadQuestionProps {
  company: RegistryCompany;
  lead: NonNullable<RegistryCompany["lead_by_phone"]>;
}

/** Asks whether a lead with a company's number is that company: their CNPJ is the lead's then. */
export function LeadQuestion({ company, lead }: LeadQuestionProps) {
  const client = useQueryClient();
  const link = useMutation(registryMutations.linkLead(client));
  const deny = useMutation(registryMutations.denyCompany(client));
  const pair = { leadId: lead.id, cnpj: company.cnpj };

  function confirm() {
    link.mutate(pair, {
      onSuccess: () => {
        notifySuccess(`CNPJ ${formatCnpj(company.cnpj)} gravado em ${lead.name}.`, {
          action: { label: "Desfazer", onClick: () => link.mutate({ ...pair, cnpj: null }) },
        });
      },
    });
  }

  if (deny.isSuccess) return null;
  const name = (
    <Link href={leadPath(lead.id)} className="font-medium underline underline-offset-4">
      {lead.name}
    </Link>
  );
  if (link.isSuccess && link.variables.cnpj !== null) {
    return (
      <p className="mb-4 rounded-lg border border-border px-4 py-3 text-sm" role="status">
        {name} agora tem este CNPJ.
      </p>
    );
  }
  return (
    <section
      aria-label="Lead com o mesmo telefone"
      className="mb-4 space-y-3 rounded-lg border border-border px-4 py-3"
    >
      <p className="flex gap-2 text-sm">
        <Link2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
        <span>O seu lead {name} tem o telefone desta empresa. É esta empresa?</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={confirm} loading={link.isPending}>
          Sim, é esta
        </Button>
        <Button
          size="sm"
          variant="outline"
          loading={deny.isPending}
          onClick={() => deny.mutate(pair)}
        >
          Não, é outra
        </Button>
      </div>
    </section>
  );
}
