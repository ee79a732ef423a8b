import { getSessionBootstrap, type SessionBootstrap } from '@portal/contracts/session'
import { pageRendered } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import type { RenderedWith } from '@portal/shared/rendering-protocol'
import { sessionRendered } from '@portal/shared/session/state/events'
import { amountsRendered } from '@portal/shared/ui/amount'
import type { QueryClient } from '@tanstack/react-query'
import { seedQueryCache } from '../../session/seed-query-cache.ts'
import { fillersRendered } from '../sections/remote-slot.tsx'

/** Gives the stateful modules the data that a page is rendered with, on the server and during hydration. */
export function startWith(client: QueryClient, rendered: RenderedWith): void {
  const { session, responses, hidesAmounts, now } = rendered
  if (now !== undefined) pageRendered(now)
  const bootstrap = session as SessionBootstrap
  // This comes first, because a change of the user empties the cache.
  sessionRendered(bootstrap.user, bootstrap.employees)
  amountsRendered(hidesAmounts)
  fillersRendered(rendered)
  client.setQueryData(apiQuery(getSessionBootstrap, {}).queryKey, bootstrap)
  seedQueryCache(client, bootstrap)
  for (const { read, response } of responses) client.setQueryData([read.path, read.params, read.query], response)
}

/** Returns the data that the server has rendered this page with, or undefined if its HTML is the empty frame. */
export function renderedWith(): RenderedWith | undefined {
  const text = document.getElementById('rendered')?.textContent
  return text ? (JSON.parse(text) as RenderedWith) : undefined
}
