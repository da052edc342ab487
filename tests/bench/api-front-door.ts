/** Our server for the api bench: the production front door without Next. */
import { startApi } from "../support/api";

await startApi();
process.send?.("listening");
