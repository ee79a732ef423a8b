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
