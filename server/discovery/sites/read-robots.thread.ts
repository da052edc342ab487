import { type AgentRules, parseRobots } from "@/server/discovery/extraction/robots-rules.rule";

export default function readRobots(robots: { bytes: ArrayBuffer; agent: string }): AgentRules {
  return parseRobots(new TextDecoder().decode(robots.bytes), robots.agent);
}
