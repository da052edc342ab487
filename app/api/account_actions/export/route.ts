export { actionsExportRoute as GET } from "@/server/accounts/account-actions/account-actions.route";
