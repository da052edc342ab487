import * as z from "zod/mini";

/** Which sheet of a workbook is to be read. */
export const SheetName = z.optional(
  z
    .string()
    .check(
      z.maxLength(100),
      z.describe("The name of a workbook's sheet; the first one with a table without it."),
    ),
);

export const SheetNames = z
  .array(z.string())
  .check(z.describe("The names of a workbook's sheets, where it shows more than one."));

/** Which sheet of a workbook was read; absent for other files. */
export const ReadSheet = z
  .optional(z.object({ name: z.string(), others: z.number() }))
  .check(
    z.describe(
      "Of a workbook: the sheet that was read, and how many others it shows, which are not.",
    ),
  );
export type ReadSheet = z.infer<typeof ReadSheet>;
