import type { FetchQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** Facts about the signed-in person that decide what the menu shows and which pages open. */
export type PortalContext = {
  /** The current employee holds the team's shared tips. */
  isDefault: boolean
  /** The current restaurant's average tip or balance is above zero. */
  hasMoney: boolean
}

export type LayoutName = 'main' | 'centred-card' | 'none'

/** A condition that the shell evaluates, so that a closed page's code is not even loaded. */
export type Requirement = 'default-employee' | 'money'

export type RemoteRoute = {
  /** As react-router writes it: `/settings/cards/:id/edit`. */
  path: string
  /** Of the browser tab and the header. */
  title: string
  layout: LayoutName
  /**
   * How much of a wide window (from 1100 px) the main layout gives it: all of it, for a page that has columns or a table
   * there. Without it the page is one column that is read and filled in easily.
   */
  width?: 'wide'
  /** The page one level up, a route of the same manifest: the layout leads back there. */
  parent?: string
  /** Whoever does not meet it is taken home. */
  requires?: Requirement
  /** It opens without a network, with what the remote's `offline` names. */
  offline?: boolean
}

export type MenuItem = {
  path: string
  label: string
  icon: 'tips' | 'operations' | 'withdraw' | 'transfer' | 'profile' | 'settings'
  group: 'Меню' | 'Профиль'
  /** Ascending within the group. */
  order: number
  /** Whoever does not meet it does not see the item; the page itself may still open. */
  requires?: Requirement
}

/**
 * What a remote tells the shell: plain data, published with each release and inlined in the page, so that the menu and
 * the guards need no code of the remote and work when the remote is dead.
 */
export type RemoteManifest = {
  name: `mfe-${string}`
  /** The remote's own addresses: each route is one of these or below one. `/` is the home page alone. */
  paths: readonly string[]
  routes: readonly RemoteRoute[]
  menu: readonly MenuItem[]
}

/** The module `./remote` that a remote exposes: the code of each page of its manifest, by path. */
export type RemotePages<M extends RemoteManifest = RemoteManifest> = {
  pages: Record<M['routes'][number]['path'], () => Promise<{ Component: ComponentType }>>
  /** What the pages that the manifest marks `offline` read at a restaurant. */
  offline?: () => Promise<{ offlineReads(restId: string): OfflineReads }>
}

/** Of a browser that can install the portal: it waits for a word of the page, and asks once. */
export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

// Not in TypeScript's library: not every browser has it.
declare global {
  interface Window {
    /** Kept from the start of the page (shell/server/early-script.ts) until the browser has asked. */
    installPrompt?: InstallPrompt | undefined
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

/** What a remote may weigh, in bytes of brotli. */
export type RemoteBudget = {
  entry: number
  /** All scripts and sheets that its heaviest page brings, without the entry. */
  page: number
}

/**
 * By name, made by `apiQuery`. The shell asks for these ahead and keeps the last answers in the browser until the
 * session ends: nothing that signs in or pays, no phone and no card that is not masked.
 */
export type OfflineReads = Record<string, Pick<FetchQueryOptions, 'queryKey' | 'queryFn' | 'meta'>>
