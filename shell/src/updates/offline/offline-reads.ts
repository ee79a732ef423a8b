import { getBalance, getTotalBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import type { RemoteManifest } from '@portal/shared/manifest'
import type { OfflineReads, RemotePages } from '@portal/shared/remote'
import { pageRegistry } from '../../remotes/registry.ts'

/**
 * Returns the queries that are stored for a restaurant, by name: the shell's own, and those that the remotes export for
 * their pages.
 */
export async function offlineReads(): Promise<(restId: string) => OfflineReads> {
  const remotes = await Promise.all(Object.keys(pageRegistry().remotes).map(readsOfRemote))
  return (restId) => ({
    'shell/balance': apiQuery(getBalance, { params: { restId } }),
    'shell/total': apiQuery(getTotalBalance, {}),
    ...Object.fromEntries(remotes.flatMap((toReads) => Object.entries(toReads(restId)))),
  })
}

async function readsOfRemote(remote: string): Promise<(restId: string) => OfflineReads> {
  const reads = await loadReads(remote)
  return (restId) =>
    Object.fromEntries(Object.entries(reads?.(restId) ?? {}).map(([name, query]) => [`${remote}/${name}`, query]))
}

async function loadReads(name: string): Promise<((restId: string) => OfflineReads) | undefined> {
  const release = pageRegistry().remotes[name]?.current
  if (!release?.manifest.routes.some(({ offline }) => offline)) return undefined
  try {
    const { loadRemote } = await import(/* webpackChunkName: "host" */ '../../remotes/host.ts')
    const remote = (await loadRemote(release)) as RemotePages<RemoteManifest>
    return (await remote.offline?.())?.offlineReads
  } catch {
    // A remote that did not load is reported by its pages.
    return undefined
  }
}
