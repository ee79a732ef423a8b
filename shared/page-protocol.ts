import type { FlagSetting, RemoteManifest } from './manifest.ts'

// What the portal server writes into the HTML for the code of the page. Both sides compile against this file.

/** What a page needs to know of a release to run it. */
type RemoteRelease = {
  version: string
  /** The address of its files: `/releases/mfe-tips/3f2a…/`. */
  base: string
  entry: string
  /** The global variable that the entry sets. It carries the version: two releases may live in one page. */
  container: string
  /**
   * Integrity by file name. A file that is neither here nor in the list is not loaded. Null for a development server,
   * all of whose files are loaded.
   */
  files: Record<string, string> | null
  /** Integrity of `files.json` of the release, which has that of each file. Undefined: `files` has it. */
  list?: string | undefined
  manifest: RemoteManifest
  /**
   * The addresses of everything that a page needs besides the shell's first files, by path. Undefined from a portal
   * server older than this shell.
   */
  pages?: Record<string, string[]>
}

/** All that this page knows of the remotes: the portal server writes it into the HTML. */
export type PageRegistry = {
  /** Grows with each release. */
  sequence: number
  shell: Pick<RemoteRelease, 'version' | 'base' | 'files'>
  /**
   * `previous` runs when the current release does not start. `flags` has the flags that are set, by name, and names
   * only the user's own restaurants. A portal server older than this shell sends no `flags`.
   */
  remotes: Record<
    string,
    { current: RemoteRelease; previous?: RemoteRelease; flags?: Record<string, FlagSetting> | undefined }
  >
}

/** A release of a remote, or of the shell. */
export type ReleaseName = { remote: string; version: string }

/** An event for telemetry. Times are milliseconds since the page was opened. */
export type Note =
  /**
   * `where`: the file as the browser names it, or the components as React names them. `release`: the release whose
   * section the error took down, even if the stack names another one.
   */
  | { error: unknown; where?: string | undefined; release?: ReleaseName | undefined }
  /** `isFallback`: it replaces the current release, which failed in this page. */
  | { started: string; version: string; isFallback?: boolean }
  | { shown: string; at: number }
  | { navigatedAt: number }

/**
 * Made by inline scripts of the page: early-script.ts, request-session.ts and held-input.ts in platform/server/inline.
 */
export type PageRuntime = {
  /**
   * The response to GET /session/bootstrap, requested before any bundle. Null if the browser has no session, if the
   * HTML has its data, or once the response is taken.
   */
  bootstrap: Promise<Response> | null
  /**
   * Counts failures to load code in this page. After a failure every file gets a new address, because the browser may
   * still hold the file that hung, or a copy that failed its integrity check.
   */
  failures: number
  /**
   * Sets the address and the integrity of an element for a script that is not in the HTML; no other way loads one. The
   * integrity is from the registry, or from the list of the release, which may have to load first. Returns false if
   * neither has the file or the list does not load; the element then gets an `error` event instead.
   */
  addressFile(element: HTMLScriptElement | HTMLLinkElement, url: string): boolean | Promise<boolean>
  /** Makes the portal open without a network from then on. Undefined if the browser cannot, or over plain http. */
  startWorker(): Promise<ServiceWorkerRegistration> | undefined
  /** Stores a note until the collector (telemetry/collector.ts) has loaded and replaced this function. */
  note(note: Note): void
  /** Notes that wait for the collector. */
  notes: Note[]
  /**
   * Holds clicks and submissions that come before the code. `stop` returns them when the code takes over, and `repeat`
   * passes them on once the page is hydrated. Undefined if the page is live, or its HTML has nothing to press.
   */
  heldInput?: { stop(): Iterable<HTMLButtonElement | HTMLFormElement>; repeat(): void } | undefined
}

/** The header of a request for the frame instead of a rendered page: `portal-page: frame`. */
export const pageHeader = 'portal-page'

/** Tells the server that amounts are hidden, so that they are not in its HTML. */
export const hiddenAmountsCookie = 'hidden_amounts'

/** An event of a browser that can install the portal. It can prompt once. */
export type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

declare global {
  interface Window {
    portal: PageRuntime
    /** The browser is older than the minimum version (.browserslistrc), so the portal does not start. */
    isOldBrowser?: boolean
    /**
     * Stored at the start of the page until the user has been prompted. TypeScript's library lacks it: not every
     * browser has it.
     */
    installPrompt?: InstallPrompt | undefined
    /** The choice of the user in this page, for all remotes. */
    installChoice?: 'installed' | 'declined'
    /** Not in TypeScript's library yet. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): unknown }
    }
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPrompt
  }
}

/**
 * What the page of a new card and the document of a provider's form hand to each other in the storage of the tab, under
 * `cardFormKey`.
 */
export type CardFormState = {
  /** The user who adds the card; another user may sign in in the same tab. */
  userId: string
  /** The portal's account at the provider. */
  account: string
  /** What is filled in besides the card. */
  restId: string
  label: string
  /** What the provider's form has read; absent until then. */
  card?: { token: string; first6: string; last4: string; issuer: string }
}

export const cardFormKey = 'chaevye:card-form'

/** What the service worker stores to start the portal without a network. The portal server writes it into `/sw.js`. */
export type PrecacheManifest = {
  /** The name of the cache; a manifest with other files has another name. */
  name: string
  files: readonly { href: string; integrity: string }[]
  /** First segments of the addresses that the portal opens with its menu: '', 'billing', 'settings'. */
  sections: readonly string[]
}
