import type { ReleaseName } from '@portal/shared/page-protocol'
import { type ComponentType, lazy } from 'react'
import type { LoadedPart } from '../load-page.ts'

/** A page or a slot. */
export type LazyPart = {
  Part: ComponentType
  /** The release whose code it is, once the code runs. */
  release?: ReleaseName
  /** Set while its code is loading. */
  loading?: Promise<unknown>
  /** Set if its code did not load and the HTML of the server stays. */
  isDead?: true
}

type Load = (remote: string, name: string) => Promise<LoadedPart>

/** The lazy components of remotes, outside of React: a component that suspends before it is mounted loses its state. */
export class LazyParts {
  readonly #load: Load
  readonly #parts = new Map<string, LazyPart>()
  /** Code that was loaded ahead of time, until it is rendered. */
  readonly #ahead = new Map<string, LoadedPart>()

  constructor(load: Load) {
    this.#load = load
  }

  get(remote: string, name: string): LazyPart {
    return this.#parts.get(partKey(remote, name)) ?? this.#create(remote, name)
  }

  /** Returns the release whose code a part has in this tab. */
  loadedRelease(remote: string, name: string): ReleaseName | undefined {
    return this.#parts.get(partKey(remote, name))?.release
  }

  /** Sets a part whose code is loaded, so that it renders or hydrates without a wait. */
  set(remote: string, name: string, loaded: LoadedPart | Pick<LoadedPart, 'Component'>): void {
    this.#parts.set(partKey(remote, name), 'version' in loaded ? started(remote, loaded) : { Part: loaded.Component })
  }

  /**
   * Sets a part whose code did not load. It suspends until the next attempt, so that React leaves its HTML unchanged.
   */
  setDead(remote: string, name: string): void {
    this.#parts.set(partKey(remote, name), { Part: lazy(() => new Promise<never>(() => {})), isDead: true })
  }

  forgetDead(): void {
    for (const [key, { isDead }] of this.#parts) if (isDead) this.#parts.delete(key)
  }

  /** Sets code that counts as started only when it is rendered. */
  setAhead(remote: string, name: string, loaded: LoadedPart): void {
    this.#ahead.set(partKey(remote, name), loaded)
  }

  /** Forgets loaded and loading parts, so that the next attempt requests them again. */
  forget(remote: string): void {
    for (const all of [this.#parts, this.#ahead]) {
      for (const key of all.keys()) if (key.startsWith(`${remote} `)) all.delete(key)
    }
  }

  #create(remote: string, name: string): LazyPart {
    const key = partKey(remote, name)
    const loaded = this.#ahead.get(key)
    const part: LazyPart = loaded ? started(remote, loaded) : this.#createLoading(remote, name)
    this.#parts.set(key, part)
    return part
  }

  /** Creates a part whose code is requested when React renders it for the first time. */
  #createLoading(remote: string, name: string): LazyPart {
    const part: LazyPart = {
      Part: lazy(() => {
        const loading = this.#loadInto(part, remote, name)
        part.loading = loading
        return loading
      }),
    }
    return part
  }

  async #loadInto(part: LazyPart, remote: string, name: string): Promise<{ default: ComponentType }> {
    const key = partKey(remote, name)
    try {
      const { Part, release } = started(remote, await this.#load(remote, name))
      part.release = release
      return { default: Part }
    } catch (failure) {
      // React remembers the failure of a lazy component forever: the next attempt needs a new one.
      if (this.#parts.get(key) === part) this.#parts.delete(key)
      throw failure
    } finally {
      delete part.loading
    }
  }
}

function partKey(remote: string, name: string): string {
  return `${remote} ${name}`
}

function started(remote: string, { Component, version, isFallback = false }: LoadedPart) {
  window.portal.note({ started: remote, version, isFallback })
  return { Part: Component, release: { remote, version } }
}
