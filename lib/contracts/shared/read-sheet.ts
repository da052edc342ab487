import * as z from "zod/mini";

/** Which sheet of a workbook was read; absent for other files. */
export const ReadSheet = z
  .optional(z.object({ name: z.string(), others: z.number() }))
  .check(
    z.describe(
      "Of a workbook: the sheet that was read, and how many others it shows, which are not.",
    ),
  );
export type ReadSheet = z.infer<typeof ReadSheet>;
