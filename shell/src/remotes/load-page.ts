import type { RemoteManifest, RemotePages } from '@portal/shared/remote'
import type { ComponentType } from 'react'
import { RemoteError } from './remote-error.ts'

/**
 * The code of one page of a remote. Each call is a new attempt unless the remote already runs.
 * @throws RemoteError when it does not load in 5 s, is not what the registry says, or does not start
 */
export async function loadPage(remote: string, path: string): Promise<{ Component: ComponentType }> {
  try {
    const { loadRemote } = await import(/* webpackChunkName: "host" */ './host.ts')
    const { pages } = (await loadRemote(remote)) as RemotePages<RemoteManifest>
    const page = pages[path]
    if (!page) throw new Error(`${remote} has no page ${path}`)
    return await page()
  } catch (cause) {
    window.portal.failures += 1
    throw new RemoteError(remote, cause)
  }
}
