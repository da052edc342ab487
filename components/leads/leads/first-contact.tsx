import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { notifyError, notifySuccess } from "@/components/shared/feedback/notify";
import { copyText } from "@/components/shared/state/copy-text";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { explainFirstContact, type FirstContact } from "@/lib/domain/campaigns/first-contact";
import { LEGAL_BASIS_LABEL } from "@/lib/domain/campaigns/legal-basis";
import { errorText } from "@/lib/error-text";
import { formatDate, formatDateTime } from "@/lib/format";
import { campaignPath } from "@/lib/paths";
import { leadQueries } from "./leads.queries";

/** Who wrote first, when and why, with an answer to copy for somebody who asks. */
export function LeadFirstContact({ lead }: { lead: { id: number; name: string } }) {
  const { data, error } = useQuery(leadQueries.firstContact(lead.id));
  if (error) return <p className="mt-1 text-danger-text text-sm">{errorText(error)}</p>;
  if (!data?.first) return null;
  const { first } = data;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      <p className="min-w-0">
        <First first={first} />
      </p>
      <Button
        variant="link"
        size="inline"
        className="min-h-8"
        onClick={() =>
          copyText(explainFirstContact(lead, data, formatDate)).then(
            () => notifySuccess("Resposta copiada."),
            () => notifyError("Não foi possível copiar a resposta."),
          )
        }
      >
        <Copy aria-hidden />
        Copiar resposta para quem pergunta
      </Button>
    </div>
  );
}

function First({ first }: { first: NonNullable<FirstContact["first"]> }) {
  const { by, campaign, legal_basis } = first;
  const at = formatDateTime(first.at);
  if (by === "lead") return `Escreveu primeiro, em ${at}.`;
  if (by === "person" || !campaign) return `Você escreveu primeiro, em ${at}.`;
  return (
    <>
      Você escreveu primeiro, em {at}, na campanha{" "}
      {campaign.id === null ? (
        campaign.name
      ) : (
        <Link
          href={campaignPath(campaign.id)}
          className="font-medium underline-offset-4 hover:underline"
        >
          {campaign.name}
        </Link>
      )}
      {legal_basis && ` (${LEGAL_BASIS_LABEL[legal_basis].toLowerCase()})`}.
    </>
  );
}
