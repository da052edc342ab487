import Stripe from "stripe";
import { AppError } from "@/lib/errors";

/** Calls of Stripe's API, with its errors translated to ours. */

export async function write(call: () => Promise<unknown>): Promise<void> {
  await translateErrors(call);
}

export async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

export async function translateErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
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
}
