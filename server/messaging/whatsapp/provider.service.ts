import { createRequire } from "node:module";
import { join } from "node:path";
import { AppError } from "@/lib/errors";
import { createBaileys } from "@/server/messaging/baileys/whatsapp.baileys";
import { createCloud } from "@/server/messaging/cloud/whatsapp.cloud";
import { createEvolution } from "@/server/messaging/evolution/whatsapp.evolution";
import type { WhatsappGateway } from "@/server/messaging/gateway/whatsapp.gateway";
import {
  findCommandResult,
  postCommand,
  runCommand,
} from "@/server/messaging/sockets/commands.service";
import {
  dismissSocket,
  readSocket,
  requestSocket,
} from "@/server/messaging/sockets/socket-leases.service";
import { env } from "@/server/platform/env";
import { findRoot } from "@/server/platform/root";
import { hasReceipt } from "./whatsapp.repository";

/** What the screens need to know about the provider. */
export interface ProviderFacts {
  simulated: boolean;
  pairs_by_code: boolean;
  connects_by: "pairing" | "credentials";
  templates_outside_window: boolean;
  sends_files: boolean;
}

export function describeProvider(): ProviderFacts {
  const provider = findWhatsappProvider();
  return {
    simulated: isSimulated(),
    pairs_by_code: provider?.pairsByCode === true,
    connects_by: provider?.credentials ? "credentials" : "pairing",
    templates_outside_window: Boolean(provider?.templatesOutsideWindow),
    sends_files: provider?.sendMedia !== undefined,
  };
}

/** The sandbox's phones are simulated: nobody receives anything. */
function isSimulated(): boolean {
  if (env.whatsappProvider === "evolution") return !env.EVOLUTION_URL;
  const sandbox = env.SANDBOX_URL && new URL(env.SANDBOX_URL).origin;
  return env.whatsappProvider === "cloud" && new URL(env.GRAPH_URL).origin === sandbox;
}

const NOT_INSTALLED =
  "A conexão por QR Code não está instalada neste sistema. Peça a quem o administra que instale o pacote 'baileys'.";

/** The package that `baileys` names is optional, because its licence demands more than others (docs/licences.md). */
export function isBaileysInstalled(): boolean {
  try {
    createRequire(join(findRoot(), "package.json")).resolve("baileys");
    return true;
  } catch {
    return false;
  }
}

/** @throws AppError unavailable, with a sentence for the user who connects a phone */
export function requireInstalled(): void {
  if (env.whatsappProvider !== "baileys" || isBaileysInstalled()) return;
  throw new AppError("unavailable", NOT_INSTALLED);
}

/** The configured provider. @throws AppError unavailable when there is none */
export function getWhatsappProvider(): WhatsappGateway {
  const provider = findWhatsappProvider();
  if (!provider) throw new AppError("unavailable", "Nenhum serviço de WhatsApp configurado.");
  return provider;
}

/** For background work: an installation may have no provider. */
export function findWhatsappProvider(): WhatsappGateway | null {
  if (env.whatsappProvider === "baileys") {
    const leases = { requestSocket, dismissSocket, readSocket };
    const commands = { runCommand, postCommand, findCommandResult };
    return createBaileys({ ...leases, ...commands, hasReceipt });
  }
  if (env.whatsappProvider === "cloud") return createCloud({ graphUrl: env.GRAPH_URL });
  if (!env.evolutionUrl || !env.EVOLUTION_API_KEY) return null;
  return createEvolution({ baseUrl: env.evolutionUrl, apiKey: env.EVOLUTION_API_KEY });
}
