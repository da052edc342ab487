export { exportFileRoute as GET } from "@/server/custody/account-exports/account-exports.route";
