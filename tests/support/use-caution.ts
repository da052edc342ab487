/** Import before the product: runs pause when too many messages fail or bring an opt-out. */
process.env["CAMPAIGN_MAX_FAILURE_PERCENT"] = "15";
process.env["CAMPAIGN_MAX_OPT_OUT_PERCENT"] = "15";
