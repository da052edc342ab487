/** What Next gives a page of its address. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function readSearchParams(given: SearchParams): Promise<URLSearchParams> {
  return new URLSearchParams(
    Object.entries(await given).flatMap(([name, values]) =>
      [values ?? []].flat().map((value) => [name, value]),
    ),
  );
}
