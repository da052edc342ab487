/** What the tests of worker threads let a thread do. */
export type Task = "answer" | "loop" | "fill the heap" | "fail" | "read the environment";

export default function answer(task: Task): unknown {
  switch (task) {
    case "answer":
      return "done";
    case "loop":
      for (;;);
    case "fill the heap":
      for (const kept: object[] = []; ; ) kept.push({ number: Math.random() });
    case "fail":
      throw new TypeError("failed");
    case "read the environment":
      return Object.keys(process.env);
  }
}
