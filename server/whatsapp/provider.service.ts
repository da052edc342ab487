import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { findCommandResult, postCommand, runCommand } from "@/server/sockets/commands.service";
import { dismissSocket, readSocket, requestSocket } from "@/server/sockets/socket-leases.service";
import { createBaileys } from "./whatsapp.baileys";
import { createEvolution } from "./whatsapp.evolution";
import type { WhatsappGateway } from "./whatsapp.gateway";
import { hasReceipt } from "./whatsapp.repository";

/** What the connection card needs to know. The sandbox's phones are simulated: nobody receives anything. */
export function describeProvider(): { simulated: boolean; pairs_by_code: boolean } {
  return {
    simulated: env.whatsappProvider === "evolution" && !env.EVOLUTION_URL,
    pairs_by_code: env.whatsappProvider !== null && getWhatsappProvider().pairsByCode,
  };
}

/** The configured provider. @throws AppError unavailable when there is none */
export function getWhatsappProvider(): WhatsappGateway {
  if (env.whatsappProvider === "baileys") {
    const leases = { requestSocket, dismissSocket, readSocket };
    const commands = { runCommand, postCommand, findCommandResult };
    return createBaileys({ ...leases, ...commands, hasReceipt });
  }
  if (!env.evolutionUrl || !env.EVOLUTION_API_KEY) {
    throw new AppError("unavailable", "Nenhum serviço de WhatsApp configurado.");
  }
  return createEvolution({ baseUrl: env.evolutionUrl, apiKey: env.EVOLUTION_API_KEY });
}
