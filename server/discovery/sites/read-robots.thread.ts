import { type AgentRules, parseRobots } from "@/lib/domain/extraction/robots-rules";

export default function readRobots(robots: { bytes: ArrayBuffer; agent: string }): AgentRules {
  return parseRobots(new TextDecoder().decode(robots.bytes), robots.agent);
}
