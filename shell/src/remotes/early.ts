/**
 * The answer of `GET /session/bootstrap` that the page asked for before any script ran. Taken once: the next call, as
 * after a login, gives null and the caller asks the API itself. Not there: nobody is signed in.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}
