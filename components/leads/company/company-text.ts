import type { RegistryCompany } from "@/lib/contracts/registry/registry";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatCnpj } from "@/lib/format";

/** Some have no trade name: their legal name is shown. */
export function getCompanyName({ nome_fantasia, razao_social, cnpj }: RegistryCompany): string {
  return nome_fantasia || razao_social || formatCnpj(cnpj);
}

/** "RUA DAS FLORES, 10, SALA 2 - CENTRO - São Paulo/SP" */
export function formatAddress({ endereco }: RegistryCompany): string {
  const { logradouro, numero, complemento, bairro, municipio, uf } = endereco;
  const line = [logradouro, numero, complemento].filter(Boolean).join(", ");
  return [line, bairro, [municipio, uf].filter(Boolean).join("/")].filter(Boolean).join(" - ");
}

export function formatCep(cep: string | null): string {
  return cep?.replace(/^(\d{5})(\d{3})$/, "$1-$2") ?? "";
}

/** The text that is copied for a company: one fact per line. */
export function toCopiedText(company: RegistryCompany): string {
  return [
    getCompanyName(company),
    `CNPJ: ${formatCnpj(company.cnpj)}`,
    company.telefone && `Telefone: ${formatKeptNumber(company.telefone)}`,
    company.email && `E-mail: ${company.email}`,
    `Endereço: ${formatAddress(company)}`,
    company.cep && `CEP: ${formatCep(company.cep)}`,
  ]
    .filter(Boolean)
    .join("\n");
}

/** 11/2026 */
export function formatMonth(month: string): string {
  return month.split("-").reverse().join("/");
}

/** "Campinas/SP" */
export function formatPlace({ municipio, uf }: { municipio: string | null; uf: string }): string {
  return [municipio, uf].filter(Boolean).join("/");
}
