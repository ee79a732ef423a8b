/** What the first inline script of the page leaves for the shell (shell/server/early-script.ts). */
declare global {
  interface Window {
    portalEarly?: {
      /** GET /session/bootstrap, asked for before any bundle; null where the browser has no session. */
      bootstrap: Promise<Response> | null
    }
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
