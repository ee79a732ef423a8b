import { pageRegistry } from '../../remotes/registry.ts'

/** The content of `/registry.json`: versions that this browser would be given now. */
type LiveVersions = { sequence: number; shell: string; remotes: Record<string, string> }

/**
 * Returns whether a page opened now would run other code than this one.
 * @throws when the server does not respond
 */
export async function releasedSince(): Promise<boolean> {
  const response = await fetch('/registry.json')
  if (!response.ok) throw new Error(`The registry responded with ${response.status}`)
  const live = (await response.json()) as LiveVersions
  const page = pageRegistry()
  return (
    page.shell.version !== live.shell ||
    Object.entries(live.remotes).some(([name, version]) => page.remotes[name]?.current.version !== version)
  )
}
