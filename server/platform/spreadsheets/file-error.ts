import { AppError } from "@/lib/errors";

/** The error for an unusable file, with a sentence for the user. */
export function fileError(sentence: string): AppError {
  return new AppError("invalid_input", sentence, { fields: { file: sentence } });
}
