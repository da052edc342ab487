"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PlugZap, RefreshCw, Unplug } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { NumberMenu } from "@/components/messaging/numbers/number-menu";
import { NumberSwitch } from "@/components/messaging/numbers/number-switch";
import { useOwnNumbers } from "@/components/messaging/numbers/own-numbers.queries";
import { useCan } from "@/components/session/session-context";
import { ErrorState } from "@/components/shared/feedback/error-state";
import { latePart } from "@/components/shared/feedback/late-code";
import { confirmToast, notifySuccess } from "@/components/shared/feedback/notify";
import { SMALL_WINDOW } from "@/components/shared/state/use-media-query";
import { useStatePer } from "@/components/shared/state/use-state-per";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { WhatsappInstance } from "@/lib/contracts/messaging/whatsapp";
import { formatKeptNumber } from "@/lib/domain/phone/phone";
import { formatDateTime, formatNumber } from "@/lib/format";
import { ConnectionBadge } from "./connection-badge";
import { ConnectionNotice } from "./connection-notice";
import { usePairing } from "./use-pairing";
import { type NumberId, whatsappMutations } from "./whatsapp.queries";
import { whatsappFailure } from "./whatsapp-errors";

const PairingCodePanel = dynamic(
  latePart(async () => (await import("./pairing-code-panel")).PairingCodePanel),
  {
    ssr: false,
  },
);
const QrPanel = dynamic(
  latePart(async () => (await import("./qr-panel")).QrPanel),
  {
    ssr: false,
  },
);
const CloudForm = dynamic(
  latePart(async () => (await import("./cloud-form")).CloudForm),
  {
    ssr: false,
  },
);

const LOAD_FAILURE = "Não foi possível carregar o status do WhatsApp";

/** `asked` counts how often another part of the screen asked to connect the default number. */
export function WhatsappCard({ asked = 0 }: { asked?: number }) {
  const { numbers } = useOwnNumbers();
  // What is asked for is the default number's.
  const [chosenId, choose] = useStatePer<number | null>(asked, null);
  const standard = numbers.find(({ is_default }) => is_default);
  const chosen = numbers.find(({ id }) => id === chosenId) ?? standard;
  const manages = useCan("manager");
  const isSeveral = numbers.length > 1;
  const numberId = chosen && chosen !== standard ? chosen.id : null;
  return (
    <Card aria-label="WhatsApp">
      <Connection
        key={numberId}
        numberId={numberId}
        name={isSeveral ? chosen?.name : undefined}
        asked={numberId === null ? asked : 0}
        menu={
          manages && chosen && <NumberMenu numbers={numbers} chosen={chosen} onChoose={choose} />
        }
        choice={
          isSeveral &&
          chosen && <NumberSwitch numbers={numbers} chosen={chosen} onChoose={choose} />
        }
      />
    </Card>
  );
}

interface ConnectionProps {
  numberId: NumberId;
  /** Where there are several. */
  name: string | undefined;
  asked: number;
  menu: ReactNode;
  choice: ReactNode;
}

/** Mounted again for each number. */
function Connection({ numberId, name, asked, menu, choice }: ConnectionProps) {
  const { instance, qrcode, expired, connect, cancel, connecting } = usePairing(numberId);
  const manages = useCan("manager");
  const lastAsked = useRef(asked);
  const [byCode, setByCode] = useState(false);
  const pairing = connecting || qrcode !== null;
  const status = pairing && !instance.data?.connected ? "CONNECTING" : instance.data?.status;

  function start() {
    // A phone cannot point its camera at itself.
    setByCode(instance.data?.pairs_by_code === true && matchMedia(SMALL_WINDOW).matches);
    connect();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins when it is asked to, and not when anything else changes
  useEffect(() => {
    const { data } = instance;
    const isNew = asked !== lastAsked.current;
    lastAsked.current = asked;
    if (isNew && manages && !pairing && data?.connects_by === "pairing" && !data.connected) start();
  }, [asked]);

  function stop() {
    setByCode(false);
    cancel();
  }

  return (
    <>
      <CardHeader>
        <CardTitle>WhatsApp</CardTitle>
        <div className="flex items-center gap-2">
          {instance.isPending ? (
            <Skeleton className="h-6 w-24" />
          ) : (
            <div className="flex flex-wrap justify-end gap-2">
              {instance.data?.simulated && <Badge tone="neutral">WhatsApp simulado</Badge>}
              <ConnectionBadge status={status} />
            </div>
          )}
          {menu}
        </div>
      </CardHeader>
      {choice}
      {instance.isPending && (
        <CardContent>
          <Skeleton className="h-4 w-56" />
          <Skeleton className="mt-2 h-4 w-40" />
          <Skeleton className="mt-5 h-9 w-44" />
        </CardContent>
      )}
      {instance.isError && !instance.data && (
        <ErrorState
          title={whatsappFailure(LOAD_FAILURE)(instance.error)}
          onRetry={instance.refetch}
          retrying={instance.isFetching}
          className="py-8"
        />
      )}
      {instance.data?.connected && (
        <Connected instance={instance.data} numberId={numberId} name={name} />
      )}
      {instance.data && !instance.data.connected && !manages && (
        <CardContent>
          <ConnectionNotice instance={instance.data} />
          <p className="mb-4 max-w-prose text-pretty text-muted-foreground">
            Peça a um dono ou gestor da conta para conectar o WhatsApp.
          </p>
          <VerifyButton numberId={numberId} />
        </CardContent>
      )}
      {instance.data && !instance.data.connected && manages && (
        <CardContent>
          <ConnectionNotice instance={instance.data} />
          {qrcode && byCode && (
            <PairingCodePanel
              numberId={numberId}
              onShowQr={() => setByCode(false)}
              onCancel={stop}
            />
          )}
          {qrcode && !byCode && (
            <QrPanel
              qrcode={qrcode}
              expired={expired}
              renewing={connecting}
              onRenew={connect}
              onCancel={stop}
              onUseCode={instance.data.pairs_by_code ? () => setByCode(true) : undefined}
            />
          )}
          {instance.data.connects_by === "credentials" && <CloudForm numberId={numberId} />}
          {!qrcode && instance.data.connects_by === "pairing" && (
            <>
              <p className="max-w-prose text-pretty text-muted-foreground">
                Conecte o número que fala com seus clientes. As mensagens saem do seu próprio
                WhatsApp, e você continua no controle.
              </p>
              <div className="mt-4 flex flex-wrap gap-2">
                <Button onClick={start} loading={connecting}>
                  {!connecting && <PlugZap aria-hidden />}
                  {connecting ? "Gerando QR Code..." : "Conectar WhatsApp"}
                </Button>
                <VerifyButton numberId={numberId} />
              </div>
            </>
          )}
        </CardContent>
      )}
    </>
  );
}

interface ConnectedProps extends Pick<ConnectionProps, "numberId" | "name"> {
  instance: WhatsappInstance;
}

function Connected({ instance, numberId, name }: ConnectedProps) {
  const client = useQueryClient();
  const manages = useCan("manager");
  const disconnection = useMutation(whatsappMutations.disconnect(client, numberId));
  const { contacts_count, contacts_read, chats_count, messages_count } = instance.metrics;
  const metrics = [
    { label: "Contatos", value: contacts_read ? formatNumber(contacts_count) : "lendo…" },
    { label: "Conversas", value: formatNumber(chats_count) },
    { label: "Mensagens", value: formatNumber(messages_count) },
  ];

  function disconnect() {
    confirmToast(
      "Tem certeza que deseja desconectar o WhatsApp?",
      () =>
        disconnection.mutate(undefined, {
          onSuccess: () => notifySuccess("WhatsApp desconectado."),
        }),
      name,
    );
  }

  return (
    <CardContent>
      <ConnectionNotice instance={instance} />
      {instance.number && (
        <p className="font-semibold text-lg tabular-nums tracking-tight">
          {formatKeptNumber(instance.number)}
        </p>
      )}
      {instance.connected_at && (
        <p className="text-muted-foreground">
          Conectado desde {formatDateTime(instance.connected_at)}
        </p>
      )}
      <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
        {metrics.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-muted-foreground text-xs">{label}</dt>
            <dd className="font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        <VerifyButton numberId={numberId} />
        {manages && (
          <Button variant="outline" onClick={disconnect} loading={disconnection.isPending}>
            {!disconnection.isPending && <Unplug aria-hidden />}
            Desconectar
          </Button>
        )}
      </div>
    </CardContent>
  );
}

function VerifyButton({ numberId }: Pick<ConnectionProps, "numberId">) {
  const client = useQueryClient();
  const check = useMutation(whatsappMutations.check(client, numberId));

  function verify() {
    check.mutate(undefined, {
      onSuccess: ({ connected }) =>
        notifySuccess(connected ? "WhatsApp conectado." : "WhatsApp não está conectado."),
    });
  }

  return (
    <Button variant="outline" onClick={verify} loading={check.isPending}>
      {!check.isPending && <RefreshCw aria-hidden />}
      Verificar Conexão
    </Button>
  );
}
