/** Whether this is `npm run test:long`, which tries as much as can be; `npm test` tries enough to notice. */
export const IS_LONG = process.env["TEST_LONG"] === "true";
