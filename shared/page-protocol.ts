import type { FlagSetting, RemoteManifest } from './manifest.ts'

// What the portal server writes into the HTML and the code of the page reads there: both sides compile against this file.

/** What a page needs to know of a release to run it. */
type RemoteRelease = {
  version: string
  /** Where its files are: `/releases/mfe-tips/3f2a…/`. */
  base: string
  entry: string
  /** The global variable that the entry sets. It carries the version: two releases may live in one page. */
  container: string
  /** Integrity by file name; a file that is neither here nor in the list is not loaded. Null: a development server's, all of them. */
  files: Record<string, string> | null
  /** Integrity of `files.json` of the release, which has that of each file. Undefined: `files` has it. */
  list?: string | undefined
  manifest: RemoteManifest
  /**
   * By path: addresses of all that a page needs beside the shell's first files. Undefined: of a build on a developer's
   * machine, or from a portal server that is older than this shell.
   */
  pages?: Record<string, string[]>
}

/** All that this page knows of the remotes: the portal server writes it into the HTML. */
export type PageRegistry = {
  /** Grows with each release. */
  sequence: number
  shell: Pick<RemoteRelease, 'version' | 'base' | 'files'>
  /**
   * `previous`: runs when the current release does not start. `flags`: by name, those that are set; of restaurants only the user's own. Undefined
   * also from a portal server that is older than this shell.
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
   * `where`: the file, as the browser names it, or the components, as React does. `release`: the one whose section the error took
   * down, whatever its stack has.
   */
  | { error: unknown; where?: string | undefined; release?: ReleaseName | undefined }
  /** `isFallback`: in the place of the current release, which failed in this page. */
  | { started: string; version: string; isFallback?: boolean }
  | { shown: string; at: number }
  | { navigatedAt: number }

/** What inline scripts of the page make (platform/server/inline: early-script.ts, request-session.ts, held-input.ts). */
export type PageRuntime = {
  /**
   * The response to GET /session/bootstrap, requested before any bundle; null where the browser has no session, where the
   * HTML has its data, or once it is taken.
   */
  bootstrap: Promise<Response> | null
  /**
   * Counts failures to load code in this page. After one, every file gets a new address: the browser may hold on to what
   * hung, or to a copy that failed its check.
   */
  failures: number
  /**
   * The only way to a script that is not in the HTML: gives the element its address, and the integrity that the registry
   * names, or the list of the release, for which it waits. False: the file is in neither, and the element gets nothing but an `error`
   * event. So it does where the list does not load.
   */
  addressFile(element: HTMLScriptElement | HTMLLinkElement, url: string): boolean | Promise<boolean>
  /** The portal opens without a network from then on. Undefined: not in this browser, or not over plain http. */
  startWorker(): Promise<ServiceWorkerRegistration> | undefined
  /** Takes a note until the collector (telemetry/collector.ts) is there, which does it then. */
  note(note: Note): void
  /** Those that wait for it. */
  notes: Note[]
  /**
   * Holds what is pressed and sent before the page has any code: `stop` returns it when the code takes over, `repeat` passes it on
   * once the page is hydrated. Undefined: the page is live, or its HTML has nothing to press.
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
    /** The browser is older than the floor (.browserslistrc), so the portal does not start. */
    isOldBrowser?: boolean
    /**
     * Stored at the start of the page until the user has been prompted. TypeScript's library lacks it: not every
     * browser has it.
     */
    installPrompt?: InstallPrompt | undefined
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
  /** The one who adds the card: another user may sign in in the same tab. */
  userId: string
  /** The portal's account at the provider. */
  account: string
  /** What is filled in beside the card. */
  restId: string
  label: string
  /** What the provider's form has read; absent until then. */
  card?: { token: string; first6: string; last4: string; issuer: string }
}

export const cardFormKey = 'chaevye:card-form'

/** What the service worker stores so that the portal starts without a network. The portal server writes it into `/sw.js`. */
export type PrecacheManifest = {
  /** The name of the cache; a manifest with other files has another name. */
  name: string
  files: readonly { href: string; integrity: string }[]
  /** First segments of the addresses that the portal opens with its menu: '', 'billing', 'settings'. */
  sections: readonly string[]
}
