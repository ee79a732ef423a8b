/** Returns what the promise resolves to; undefined when that takes longer. The work itself goes on. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs).unref()),
  ])
}
