/** Import before the product: a number pauses between messages, for milliseconds. */
process.env["CAMPAIGN_PAUSE_MIN_MS"] = "5";
process.env["CAMPAIGN_PAUSE_MAX_MS"] = "25";
