import type { QueryClient } from '@tanstack/react-query'

/** Restores the stored responses. Its code is loaded when it is needed. */
export async function restoreLater(client: QueryClient): Promise<void> {
  const { restoreResponses } = await import(/* webpackChunkName: "offline" */ './restore-responses.ts')
  await restoreResponses(client)
}
