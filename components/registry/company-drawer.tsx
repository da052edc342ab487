"use client";

import { Copy, UserPlus } from "lucide-react";
import { CompanyProfile } from "@/components/leads/company/company-profile";
import { getCompanyName } from "@/components/leads/company/company-text";
import { Button } from "@/components/ui/button";
import { Sheet } from "@/components/ui/sheet";
import type { RegistryCompany } from "@/lib/contracts/registry/registry";
import { formatCnpj } from "@/lib/format";
import { LeadQuestion } from "./lead-question";

interface CompanyDrawerProps {
  company: RegistryCompany;
  onClose: () => void;
  onCopy: (company: RegistryCompany) => void;
  onSave: (company: RegistryCompany) => void;
}

export function CompanyDrawer({ company, onClose, onCopy, onSave }: CompanyDrawerProps) {
  return (
    <Sheet
      open
      onClose={onClose}
      title={getCompanyName(company)}
      description={`CNPJ ${formatCnpj(company.cnpj)}`}
      footer={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onSave(company)}>
            <UserPlus aria-hidden />
            Salvar como lead
          </Button>
          <Button variant="outline" onClick={() => onCopy(company)}>
            <Copy aria-hidden />
            Copiar
          </Button>
        </div>
      }
    >
      {company.lead_by_phone && <LeadQuestion company={company} lead={company.lead_by_phone} />}
      <CompanyProfile cnpj={company.cnpj} />
    </Sheet>
  );
}
