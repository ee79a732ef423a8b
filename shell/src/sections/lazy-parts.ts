import type { ReleaseName } from '@portal/shared/page-protocol'
import { type ComponentType, lazy } from 'react'

/** A page or a slot. `release`: the one whose code it is, once that runs. */
export type LazyPart = { Part: ComponentType; release?: ReleaseName }

type Load = (remote: string, name: string) => Promise<{ Component: ComponentType; version: string }>

export type LazyParts = ReturnType<typeof createLazyParts>

/** Creates the lazy components of remotes, outside of React: a component that suspends before it is mounted loses its state. */
export function createLazyParts(load: Load) {
  const parts = new Map<string, LazyPart>()
  const keyOf = (remote: string, name: string) => `${remote} ${name}`

  function create(remote: string, name: string): LazyPart {
    const key = keyOf(remote, name)
    const part: LazyPart = {
      Part: lazy(async () => {
        try {
          const { Component, version } = await load(remote, name)
          part.release = { remote, version }
          return { default: Component }
        } catch (failure) {
          // React remembers the failure of a lazy component forever: the next attempt needs a new one.
          if (parts.get(key) === part) parts.delete(key)
          throw failure
        }
      }),
    }
    parts.set(key, part)
    return part
  }

  return {
    get: (remote: string, name: string): LazyPart => parts.get(keyOf(remote, name)) ?? create(remote, name),

    /** Returns the release whose code a part has in this tab. */
    releaseOf: (remote: string, name: string): ReleaseName | undefined => parts.get(keyOf(remote, name))?.release,

    /** Its code is there before it is rendered: it is rendered, or hydrated, without a wait. */
    set(remote: string, name: string, Part: ComponentType, version = ''): void {
      parts.set(keyOf(remote, name), { Part, ...(version && { release: { remote, version } }) })
    },

    /** Parts that are loaded or being loaded; the next attempt requests them again. */
    forget(remote: string): void {
      for (const key of parts.keys()) if (key.startsWith(`${remote} `)) parts.delete(key)
    },
  }
}
