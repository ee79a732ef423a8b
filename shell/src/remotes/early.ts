/** Something that telemetry wants to know of. Times are milliseconds since the page was opened. */
export type Note =
  /** `where`: the file, as the browser names it. */
  | { error: unknown; where?: string | undefined }
  | { started: string; version: string }
  | { shown: string; at: number }
  | { navigatedAt: number }

/** What the first inline script of the page makes (shell/server/early-script.ts). */
type EarlyPortal = {
  /** GET /session/bootstrap, asked for before any bundle; null where the browser has no session, or once it is taken. */
  bootstrap: Promise<Response> | null
  /**
   * Of loading code, in this page. After one every file gets a new address: the browser may hold on to what hung, or to
   * a copy that failed its check.
   */
  failures: number
  /**
   * The only way to a script that is not in the HTML: gives the element its address, and the integrity that the registry
   * names. False: the file is not in the registry, and the element gets nothing but an `error` event.
   */
  addressFile(element: HTMLScriptElement | HTMLLinkElement, url: string): boolean
  /** The portal opens without a network from then on. Undefined: not in this browser, or not over plain http. */
  startWorker(): Promise<ServiceWorkerRegistration> | undefined
  /** Takes a note until the collector (telemetry/collector.ts) is there, which does it then. */
  note(note: Note): void
  /** Those that wait for it. */
  notes: Note[]
}

declare global {
  interface Window {
    portal: EarlyPortal
    /** Not in TypeScript's library yet. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): unknown }
    }
  }
}

/**
 * The answer of `GET /session/bootstrap` that the page asked for before any script ran. Taken once: the next call, as
 * after a login, gives null and the caller asks the API itself. Not there: nobody is signed in.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}
