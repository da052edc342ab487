/** Import before the product: suggestions are written by the sandbox's model. */
process.env["AI_PROVIDER"] = "compatible";
process.env["AI_MODEL"] = "sandbox";
process.env["AI_API_KEY"] = "of the tests";
process.env["AI_URL"] = `${process.env["SANDBOX_URL"]}/openai/v1`;
process.env["AI_DAILY_CALLS"] = "6";
