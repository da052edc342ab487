import { AppError } from "@/lib/errors";
import { env } from "@/server/env";
import { createEvolution } from "./whatsapp.evolution";
import type { WhatsappGateway } from "./whatsapp.gateway";

/** The configured provider. @throws AppError unavailable when there is none */
export function getWhatsappProvider(): WhatsappGateway {
  if (!env.evolutionUrl || !env.EVOLUTION_API_KEY) {
    throw new AppError("unavailable", "Nenhum serviço de WhatsApp configurado.");
  }
  return createEvolution({ baseUrl: env.evolutionUrl, apiKey: env.EVOLUTION_API_KEY });
}
