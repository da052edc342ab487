import { InfiniteQueryObserver, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { refreshQueries } from "@/components/shell/refresh-queries";
import { until } from "@/sandbox/testing";

const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
const KEY = ["chat", "list"];
let closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing) close();
  closing = [];
  client.clear();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What a screen shows of a server whose answers take a while: what was true when it was asked. */
function watch({ answerMs }: { answerMs: number }) {
  const server = { truth: 1, asked: 0, brokenOff: 0 };
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      signal.addEventListener("abort", () => {
        server.brokenOff += 1;
      });
      server.asked += 1;
      const { truth } = server;
      await pause(answerMs);
      return truth;
    },
  });
  closing.push(observer.subscribe(() => undefined));
  return { server, shown: () => client.getQueryData<number>(KEY) };
}

test("a single event is answered at once", async () => {
  const { server, shown } = watch({ answerMs: 10 });
  await until(() => shown() === 1, "the first answer");
  await pause(50);
  server.truth = 2;
  refreshQueries(client, ["chat"]);
  expect(server.asked).toBe(2);
  await until(() => shown() === 2, "the news");
});

test("on a slow network events do not break off what is being fetched, and the last one is seen", async () => {
  const { server, shown } = watch({ answerMs: 400 });
  await until(() => shown() === 1, "the first answer");
  for (let at = 0; at < 20; at += 1) {
    server.truth += 1;
    refreshQueries(client, ["chat"]);
    await pause(100);
  }
  expect(shown(), "seen while events come").toBeGreaterThan(1);
  await until(() => shown() === 21, "the last event");
  expect(server.brokenOff).toBe(0);
  expect(server.asked).toBeLessThan(10);
});

test("an event during the first answer has it fetched once more", async () => {
  const { server, shown } = watch({ answerMs: 200 });
  await pause(50);
  server.truth = 2;
  refreshQueries(client, ["chat"]);
  await until(() => shown() === 2, "the news");
  await pause(800);
  expect(server.asked).toBe(2);
});

test("a further page that is being fetched stays", async () => {
  const observer = new InfiniteQueryObserver(client, {
    queryKey: KEY,
    queryFn: async ({ pageParam }) => {
      await pause(100);
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (last) => last + 1,
  });
  closing.push(observer.subscribe(() => undefined));
  const pages = () => observer.getCurrentResult().data?.pages;
  await until(() => pages()?.length === 1, "the first page");
  const more = observer.fetchNextPage();
  refreshQueries(client, ["chat"]);
  await more;
  expect(pages()).toEqual([1, 2]);
  await pause(1_000);
  expect(pages()).toEqual([1, 2]);
});
