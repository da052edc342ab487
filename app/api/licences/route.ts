export { noticesRoute as GET } from "@/server/platform/notices/notices.route";
