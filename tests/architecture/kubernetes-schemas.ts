/** @throws Error that names the fault */
export type Validate = (data: object) => void;

/**
 * The paths that a validator reads. It ignores fields that it does not know, while the cluster refuses them: a path that
 * it never reads does not exist.
 */
export function pathsRead(data: object, validate: Validate): Set<string> {
  const read = new Set<string>();
  const watch = <T extends object>(value: T, path: string): T =>
    new Proxy(value, {
      get(target, key, receiver) {
        const each = Reflect.get(target, key, receiver);
        if (typeof key === "symbol" || !Object.hasOwn(target, key)) return each;
        const below = path === "" ? key : `${path}.${key}`;
        read.add(below);
        return typeof each === "object" && each !== null ? watch(each, below) : each;
      },
    });
  validate(watch(data, ""));
  return read;
}
