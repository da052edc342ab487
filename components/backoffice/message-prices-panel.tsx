"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { notifySuccess } from "@/components/shared/feedback/notify";
import { Field } from "@/components/shared/forms/form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { NativeSelect } from "@/components/ui/native-select";
import { Skeleton } from "@/components/ui/skeleton";
import type { MessagePrice } from "@/lib/contracts/backoffice/message-prices";
import { PRICE_CATEGORIES } from "@/lib/domain/campaigns/message-price";
import { formatPrice, parsePrice } from "@/lib/domain/campaigns/typed-price";
import { TEMPLATE_CATEGORY_LABEL } from "@/lib/domain/messages/template-words";
import { errorText } from "@/lib/error-text";
import { formatDate } from "@/lib/format";
import { adminMutations, adminQueries } from "./admin.queries";
import { AdminSection } from "./admin-section";

/** WhatsApp's prices per message, as campaigns calculate with them. */
export function MessagePricesPanel() {
  const prices = useQuery(adminQueries.messagePrices());
  return (
    <AdminSection
      title="Preços do WhatsApp"
      description="O que a Meta cobra por mensagem da Cloud API, em reais. As campanhas por modelo mostram este preço antes de começar; um preço novo vale a partir de agora. Confira na tabela da Meta."
    >
      {prices.isPending && <Skeleton className="h-40 w-full" />}
      {prices.isError && !prices.data && (
        <ErrorState
          title="Erro ao carregar os preços"
          detail={errorText(prices.error)}
          onRetry={prices.refetch}
          retrying={prices.isFetching}
        />
      )}
      {prices.data && <Prices prices={prices.data} />}
      <NewPriceForm />
    </AdminSection>
  );
}

function Prices({ prices }: { prices: readonly MessagePrice[] }) {
  if (prices.length === 0) {
    return <p className="text-muted-foreground text-sm">Nenhum preço cadastrado.</p>;
  }
  return (
    <ul
      aria-label="Preços em vigor"
      className="divide-y divide-border rounded-lg border border-border"
    >
      {prices.map(({ category, country, micros, since, confirmed }) => (
        <li
          key={`${country} ${category}`}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5 text-sm"
        >
          <span className="w-8 font-medium">{country}</span>
          <span className="min-w-28 flex-1">{TEMPLATE_CATEGORY_LABEL[category] ?? category}</span>
          {!confirmed && <Badge tone="gold">A confirmar</Badge>}
          <span className="text-muted-foreground">desde {formatDate(since)}</span>
          <span className="ml-auto w-24 text-right font-medium tabular-nums">
            {formatPrice(micros)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function NewPriceForm() {
  const set = useMutation(adminMutations.setPrice(useQueryClient()));
  const [category, setCategory] = useState<(typeof PRICE_CATEGORIES)[number]>("MARKETING");
  const [country, setCountry] = useState("BR");
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const micros = parsePrice(typed);
  const isCountry = /^[A-Z]{2}$/.test(country);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (micros === null || !isCountry || set.isPending) return;
    set.mutate(
      { category, country, micros },
      {
        onSuccess: () => {
          setTyped("");
          setTried(false);
          notifySuccess("Preço definido.");
        },
      },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="mt-5 grid items-start gap-3 sm:grid-cols-4">
      <Field label="Categoria">
        {(control) => (
          <NativeSelect
            {...control}
            value={category}
            onChange={({ target }) => setCategory(target.value as typeof category)}
          >
            {PRICE_CATEGORIES.map((word) => (
              <option key={word} value={word}>
                {TEMPLATE_CATEGORY_LABEL[word]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <Field label="País" error={tried && !isCountry ? "Use as duas letras do país." : undefined}>
        {(control) => (
          <Input
            {...control}
            value={country}
            maxLength={2}
            onChange={({ target }) => setCountry(target.value.toUpperCase())}
          />
        )}
      </Field>
      <Field
        label="Preço em reais"
        error={tried && micros === null ? "Informe um preço, como 0,35." : undefined}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            placeholder="0,35"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <Button type="submit" loading={set.isPending} className="h-10 sm:mt-6.5">
        Definir preço
      </Button>
    </form>
  );
}
