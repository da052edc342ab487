/** Where the product under test listens; E2E_PORT lets two checkouts of one machine run their browsers at once. */
const port = Number(process.env["E2E_PORT"] ?? 3190);

export const PORT = String(port);
export const SANDBOX_PORT = String(port + 1002);
export const SMTP_PORT = String(port + 1003);
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
