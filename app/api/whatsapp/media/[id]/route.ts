export { mediaRoute as GET } from "@/server/messaging/media/media.route";
