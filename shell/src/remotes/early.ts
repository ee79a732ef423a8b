/** What the first inline script of the page leaves for the shell (shell/server/early-script.ts). */
declare global {
  interface Window {
    portalEarly?: {
      /** GET /session/bootstrap, asked for before any bundle; null where the browser has no session. */
      bootstrap: Promise<Response> | null
    }
    /** Not in TypeScript's library yet. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): unknown }
    }
    /**
     * Gives a script or a sheet its address and the integrity that the registry names, with a new URL at each attempt.
     * False: the file is not in the registry, and the element gets nothing but an `error` event.
     */
    portalFile(element: HTMLScriptElement | HTMLLinkElement, url: string): boolean
  }
}

/**
 * The answer of `GET /session/bootstrap` that the page asked for before any script ran. Taken once: the next call, as
 * after a login, gives null and the caller asks the API itself. Not there: nobody is signed in, or the script did not run.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const early = window.portalEarly
  const bootstrap = early?.bootstrap ?? null
  if (early) early.bootstrap = null
  return bootstrap
}
