/** Ports of the product under test; E2E_PORT lets two checkouts on one machine run browser tests at once. */
const port = Number(process.env["E2E_PORT"] ?? 3190);

export const PORT = String(port);
const SANDBOX_PORT = String(port + 1002);
const SMTP_PORT = String(port + 1003);
export const SANDBOX_URL = `http://127.0.0.1:${SANDBOX_PORT}`;
/** Of the product under test, from the root of the repository. */
export const DATA_DIR = ".data/e2e";

/** The environment of its `npm start`: with separate ports and data. */
export const PRODUCT_ENVIRONMENT = {
  PORT,
  APP_URL: `http://localhost:${PORT}`,
  SANDBOX_PORT,
  SANDBOX_SMTP_PORT: SMTP_PORT,
  GARIMPO_DATA_DIR: DATA_DIR,
  // Enough for every state of the registry's screen.
  REGISTRY_DEMO_ROWS: "3000",
  DATABASE_URL: "",
  REDIS_URL: "",
  // Accounts made by the API come from addresses of their own.
  TRUST_PROXY: "1",
};
