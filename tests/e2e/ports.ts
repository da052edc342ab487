/** Ports of the product under test; E2E_PORT lets two checkouts on one machine run browser tests at once. */
const port = Number(process.env["E2E_PORT"] ?? 3190);

export const PORT = String(port);
export const SANDBOX_PORT = String(port + 1002);
export const SMTP_PORT = String(port + 1003);
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
/** Of the product under test, from the root of the repository. */
export const DATA_DIR = ".data/e2e";
