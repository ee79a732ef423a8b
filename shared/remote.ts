import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { RemoteManifest } from './manifest.ts'
import type { SlotName, Slots } from './slot.ts'

/** The module `./remote` that a remote exposes: the code of each page of its manifest, by path. */
export type RemotePages<M extends RemoteManifest = RemoteManifest> = {
  pages: Record<M['routes'][number]['path'], () => Promise<{ Component: ComponentType }>>
  /** What the pages that the manifest marks `offline` read at a restaurant. */
  offline?: () => Promise<{ offlineReads(restId: string): OfflineReads }>
  /** The code of each slot that the manifest's `fills` names. */
  slots?: M['fills'] extends readonly string[] ? RemoteSlots<M['fills'][number]> : undefined
}

/** The components that fill slots, by name. A name that no page offers has no valid component. */
export type RemoteSlots<Name extends string = SlotName> = {
  [Each in Name]: Each extends SlotName ? () => Promise<{ Component: ComponentType<Slots[Each]> }> : never
}

/**
 * Queries by name, made by `apiQuery`. The shell prefetches them and stores the last responses in the browser until the
 * session ends. They must not sign in, pay, or return a phone or a card that is not masked.
 */
export type OfflineReads = Record<string, Pick<FetchQueryOptions, 'queryKey' | 'queryFn' | 'meta'>>
