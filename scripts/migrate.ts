/** npm run migrate: applies what is missing to DATABASE_URL. */
import { migrate } from "./apply-migrations";

// The engine's lock timer would keep the process alive for ten more seconds.
await main().then(
  () => process.exit(0),
  (error: Error) => {
    console.error(error.message || error);
    process.exit(1);
  },
);

async function main(): Promise<void> {
  const [, , ...args] = process.argv;
  if (args.length > 0) {
    throw new Error(
      `npm run migrate takes no arguments, and was given ${args.join(" ")}: nothing was done. The SQL from the committed schema to the one at hand is printed by npm run migration -- diff.`,
    );
  }
  const databaseUrl = process.env["DATABASE_URL"];
  if (!databaseUrl)
    throw new Error("Set DATABASE_URL, or run npm start, which migrates by itself.");
  const applied = await migrate(databaseUrl);
  if (applied.length === 0) return console.log("Nothing to apply.");
  console.log(`Applied: ${applied.join(", ")}`);
  console.log("Processes of the release before this one may run on; stop those of an earlier one.");
}
