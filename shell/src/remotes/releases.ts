import type { PageRegistry } from '@portal/shared/page-protocol'
import { pageRegistry } from './registry.ts'

export type Release = PageRegistry['remotes'][string]['current']

/**
 * Decides which release of a remote runs in this document: the current one or, after it has failed, the previous one.
 * With a `slot`, its methods look only at releases that fill this slot.
 */
class Releases {
  /** Why releases did not load, or failed in a section. */
  readonly #failed = new Map<Release, unknown>()

  /** Returns the releases to load, in order. If all have failed, all are returned, so that a retry is possible. */
  candidates(remote: string, slot?: string): Release[] {
    const registered = this.#registered(remote, slot)
    const sound = registered.filter((release) => !this.#failed.has(release))
    return sound.length > 0 ? sound : registered
  }

  /** Returns whether a release stands in for the current one of its remote. */
  isFallback(remote: string, release: Release): boolean {
    return release !== this.#registered(remote)[0]
  }

  markFailed(release: Release, cause: unknown): void {
    this.#failed.set(release, cause)
  }

  /** Returns why a release was replaced, or undefined if it was not. */
  failure(release: Release): unknown {
    return this.#failed.get(release)
  }

  /** Marks a running release as failed, unless no other one is left to load instead. Returns whether it did. */
  markFailedIfReplaceable(remote: string, version: string, slot?: string, cause?: unknown): boolean {
    const registered = this.#registered(remote, slot)
    const running = registered.find((release) => release.version === version)
    const isOtherLeft = registered.some((other) => other !== running && !this.#failed.has(other))
    if (!running || !isOtherLeft) return false
    this.markFailed(running, cause)
    return true
  }

  #registered(remote: string, slot?: string): Release[] {
    const { current, previous } = pageRegistry().remotes[remote] ?? {}
    return [current, previous]
      .filter((release) => release !== undefined)
      .filter(({ manifest }) => !slot || manifest.fills?.includes(slot))
  }
}

export const releases = new Releases()
