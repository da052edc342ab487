/** Import first: the provider is read when the application is imported. */
Object.assign(process.env, {
  WHATSAPP_PROVIDER: "cloud",
  GRAPH_URL: `${process.env["SANDBOX_URL"]}/graph/v25.0`,
  META_APP_SECRET: "the secret of our app at Meta",
  META_VERIFY_TOKEN: "a word that both sides know",
});
