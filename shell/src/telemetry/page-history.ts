import type { PageRegistry } from '@portal/shared/page-protocol'
import { routes } from '../../manifest.ts'
import type { Release } from './fault.ts'

/**
 * Records which release of which remote had the screen, and when. The shell has it first. Times as of
 * `performance.now()`.
 */
export function createPageHistory({ shell, remotes }: PageRegistry) {
  const running = new Map<string, string>()
  const shown: { at: number; release: Release }[] = []
  const ofShell: Release = { remote: 'shell', version: shell.version }
  /** When the page that is to be shown was requested: the first one with the document. */
  let requestedAt: number | undefined
  let isFirst = true

  return {
    started({ remote, version }: Release): void {
      running.set(remote, version)
    },
    navigated(at: number): void {
      requestedAt = isFirst ? 0 : at
      isFirst = false
    },
    /** Returns how many milliseconds it took, or undefined without a navigation, as for another attempt. */
    shown(remote: string, at: number): { release: Release; took: number | undefined } {
      const version = running.get(remote) ?? remotes[remote]?.current.version ?? 'unknown'
      const release = { remote, version }
      shown.push({ at, release })
      const took = requestedAt === undefined ? undefined : at - requestedAt
      requestedAt = undefined
      return { release, took }
    },
    /** A failed page is not timed. */
    failed(): void {
      requestedAt = undefined
    },
    /** Returns the release whose section is shown. Until there is one, it is the release whose code has started. */
    onScreen(): Release {
      const [first] = running
      return shown.at(-1)?.release ?? (first ? { remote: first[0], version: first[1] } : ofShell)
    },
    /** Before the first section was shown, everything was done for it. */
    releaseAt(time: number): Release {
      return (shown.findLast(({ at }) => at <= time) ?? shown[0])?.release ?? ofShell
    },
  }
}

/**
 * `/settings/cards/7/edit` → `/settings/cards/:id/edit`, without the ids and codes of an address. Undefined: no page.
 */
export function routePattern({ remotes }: Pick<PageRegistry, 'remotes'>, pathname: string): string | undefined {
  const announced = Object.values(remotes).flatMap(({ current }) => current.manifest.routes)
  return [...routes, ...announced].find(({ path }) => isMatch(path, pathname))?.path
}

/** Matches like react-router, which telemetry does not load. */
function isMatch(pattern: string, pathname: string): boolean {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i').test(pathname)
}
