import { AppError } from "@/lib/errors";
import { env } from "@/server/platform/env";
import type { PaymentsGateway } from "./payments.gateway";
import { createStripe } from "./payments.stripe";

let gateway: PaymentsGateway | undefined;

/** The payment provider. @throws AppError unavailable where nothing is sold */
export function getPayments(): PaymentsGateway {
  if (!env.payments) {
    throw new AppError("unavailable", "O pagamento ainda não foi configurado nesta instalação.");
  }
  gateway ??= createStripe(env.payments);
  return gateway;
}
