/** Returns what the promise resolves to, or undefined when it takes longer. The work itself continues. */
export function within<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  return Promise.race([
    work,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), limitMs).unref()),
  ])
}
