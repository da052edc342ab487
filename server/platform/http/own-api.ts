/** Pages are bundled apart from the API of their process: they share only what is global. */
type OwnApi = (request: Request) => Response | Promise<Response>;
const shared = globalThis as { garimpoOwnApi?: OwnApi };

export function setOwnApi(api: OwnApi): void {
  shared.garimpoOwnApi = api;
}

/** Undefined where Next runs alone. */
export function getOwnApi(): OwnApi | undefined {
  return shared.garimpoOwnApi;
}
