import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { PageRegistry } from '@portal/shared/page-protocol'
import type { ApiRead, RemoteSlot, RenderRequest, RenderResult, ServerShell } from '@portal/shared/rendering-protocol'
import { createServerRouter, RouterProvider } from '@portal/shared/router'
import { flagsGiven } from '@portal/shared/session/flags'
import { useSession } from '@portal/shared/session/store'
import { onlineManager, type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { createPortalRouter } from '../src/app/routing/router.tsx'
import { isPageAllowed } from '../src/app/routing/use-user-facts.ts'
import { startWith } from '../src/remotes/hydration/start-with.ts'
import { providedModules } from '../src/remotes/provided-modules.ts'
import { registryGiven } from '../src/remotes/registry.ts'
import { pages, remoteRouteAt } from '../src/remotes/sections/remote-page.tsx'
import { fillers as fillerSections, fillersIn } from '../src/remotes/sections/remote-slot.tsx'
import { prerender as prerenderEntryPages } from '../src/sign-in/entry-pages/prerender.tsx'
import { lazySchemas } from './lazy-schemas.ts'

// The server bundle of the shell (platform/rendering), with the same components as in the browser. Modules contain the
// state of one page, so a process renders one page at a time and resets them before each.

// The server sends no requests: the result of rendering is the list of reads that the page needs and does not have.
onlineManager.setOnline(false)

// Listeners are ignored: one that a page leaves behind would hear about the user of the next page, and nothing happens
// on the server that it would need.
const ignoreListener = () => () => {}
useSession.subscribe = ignoreListener
const subscriptions = ['onCallFailed', 'onFailoverChange', 'onOverloadWait']

const namesOfZod = ['zod/mini', '@portal/shared/zod']

export const provide: ServerShell['provide'] = async () => {
  const modules = Object.entries(providedModules).map(async ([name, { lib, get }]) => {
    const module = Object(lib?.() ?? (await get?.())?.())
    if (namesOfZod.includes(name)) return [name, lazySchemas(module)] as const
    const ignored = subscriptions.filter((subscription) => Object.hasOwn(module, subscription))
    if (ignored.length === 0) return [name, module] as const
    return [name, { ...module, ...Object.fromEntries(ignored.map((one) => [one, ignoreListener])) }] as const
  })
  return Object.fromEntries(await Promise.all(modules))
}

/** For the build (platform/bundler/entry-pages.ts). */
export const prerender = prerenderEntryPages

export const render: ServerShell['render'] = async (request, remotePage, remoteSlot) => {
  registryGiven(request.registry)
  flagsGiven(request.registry)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  try {
    startWith(client, request)
    const route = remoteRouteAt(new URL(request.url, 'http://portal.invalid').pathname)
    if (!route || !useSession.getState().currentEmployee || !isPageAllowed(client, route))
      return { html: '', reads: [] }
    if (remoteSlot) await loadFillers(request, remoteSlot)
    // This comes last, because the code of the page runs from here on.
    const { Component } = await remotePage(route.remote, route.path)
    pages.setLoaded(route.remote, route.path, { Component: Component as ComponentType })
    return await rendered(request, route, client)
  } finally {
    client.clear()
  }
}

async function loadFillers(request: RenderRequest, remoteSlot: RemoteSlot): Promise<void> {
  for (const { remote, slot } of fillersIn(request)) {
    const { Component, runs } = await remoteSlot(remote, slot)
    const Filler = Component as ComponentType
    const ReportedFiller: ComponentType = (props) => {
      runs()
      return <Filler {...props} />
    }
    fillerSections.setLoaded(remote, slot, { Component: ReportedFiller })
  }
}

type FoundRoute = NonNullable<ReturnType<typeof remoteRouteAt>>

/** Returns the first missing reads, or the HTML of the whole page. */
async function rendered(
  { url, registry, responses }: RenderRequest,
  route: FoundRoute,
  client: QueryClient,
): Promise<RenderResult> {
  const router = createPortalRouter(onlyWith(route, registry), [], (routes) => createServerRouter(routes, url))
  const page = startRendering(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  while (!page.isComplete()) {
    await setImmediate()
    const reads = missingReads(client)
    if (reads.length === 0) continue
    page.stop()
    return { html: '', reads }
  }
  const unread = responses.map(({ read }) => read).filter((read) => !isRead(client, read))
  return { html: await page.html(), reads: missingReads(client), unread }
}

/** The address of the page is found, so the router compares it with no other routes. The page names its parent. */
function onlyWith({ remote, path, parent }: FoundRoute, { remotes }: PageRegistry): Pick<PageRegistry, 'remotes'> {
  const found = remotes[remote]
  if (!found) return { remotes: {} }
  const { manifest } = found.current
  const routes = manifest.routes.filter((route) => route.path === path || route.path === parent)
  return { remotes: { [remote]: { current: { ...found.current, manifest: { ...manifest, routes } } } } }
}

/** @throws what a component throws */
function startRendering(element: ReactNode) {
  let hasEnded = false
  let failure: { error: unknown } | undefined
  const { pipe, abort } = renderToPipeableStream(element, {
    // Renders in one piece, because pieces of HTML are joined by inline scripts.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onAllReady() {
      hasEnded = true
    },
    onError(error) {
      failure ??= { error }
      hasEnded = true
    },
  })
  return {
    isComplete: () => hasEnded,
    stop: () => abort(),
    html(): Promise<string> {
      if (failure) throw failure.error
      return text(pipe(new PassThrough()))
    },
  }
}

/** A query that only has data was given to the page, and one that a component reads has an endpoint. */
function isRead(client: QueryClient, { path, params, query }: ApiRead): boolean {
  return client.getQueryCache().find({ queryKey: [path, params, query] })?.meta?.endpoint !== undefined
}

function missingReads(client: QueryClient): ApiRead[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(isMissing)
    .map(({ queryKey }) => {
      const [path, params, query] = queryKey as [string, ApiRead['params'], ApiRead['query']]
      return { path, params, query }
    })
}

function isMissing({ state, options, meta }: Query): boolean {
  return (
    state.data === undefined && (options as { enabled?: unknown }).enabled !== false && meta?.endpoint !== undefined
  )
}
