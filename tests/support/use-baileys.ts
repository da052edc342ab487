/** Import first: the provider is read when the application is imported. */
process.env["WHATSAPP_PROVIDER"] = "baileys";
