import Stripe from "stripe";
import { AppError } from "@/lib/errors";

export async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

type Calls<T> = { [Name in keyof T]: (...given: never[]) => Promise<unknown> };

/** The same calls of Stripe's API, with its errors as ours. */
export function withOurErrors<T extends Calls<T>>(calls: T): T {
  const entries = Object.entries<(...given: never[]) => Promise<unknown>>(calls);
  return Object.fromEntries(
    entries.map(([name, call]) => [name, (...given: never[]) => call(...given).catch(throwOurs)]),
  ) as T;
}

function throwOurs(error: unknown): never {
  if (error instanceof Stripe.errors.StripeCardError) {
    throw new AppError("invalid_input", "O pagamento foi recusado. Confira o cartão.", {
      cause: error,
    });
  }
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    throw new AppError("invalid_input", "O serviço de pagamento não aceitou o pedido.", {
      cause: error,
    });
  }
  if (error instanceof Stripe.errors.StripeError) {
    throw new AppError(
      "unavailable",
      "O serviço de pagamento não respondeu. Tente novamente em instantes.",
      { cause: error },
    );
  }
  throw error;
}
