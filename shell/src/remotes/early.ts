/**
 * Returns the response to `GET /session/bootstrap` that the page requested before any script ran. Is taken once: the
 * next call, as after a login, returns null and the caller requests it itself. It is absent when no user is signed in.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}
