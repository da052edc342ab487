export { recipientsExportRoute as GET } from "@/server/campaign-results/recipients-export.route";
