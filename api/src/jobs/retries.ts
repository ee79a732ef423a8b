// What jobs do after a failure: they try again later, and continue with the next item.

/** The delay after each failed attempt. A message is given up after ten attempts in eight hours. */
export const RETRY_DELAYS_SECONDS = [10, 30, 60, 300, 900, 1_800, 3_600, 7_200, 14_400] as const
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1

/** No batch takes as long as its lease, so only a process that has ended loses it. */
export const LEASE_SECONDS = 120

/**
 * Runs for each item, one after the other, and continues after a failure, so that one item cannot block the others.
 * @throws AggregateError of the failures
 */
export async function runEach<T>(items: Iterable<T>, run: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await run(item).catch((error: unknown) => failures.push(error))
  const [first] = failures
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} failed, the first one by: ${first instanceof Error ? first.message : first}`,
    )
  }
}
