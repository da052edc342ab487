export { recipientsExportRoute as GET } from "@/server/campaigns/campaign-results/recipients-export.route";
