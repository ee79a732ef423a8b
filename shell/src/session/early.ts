/**
 * Returns the response to `GET /session/bootstrap` that an inline script requested before the bundles. Only the first
 * call gets it: later calls, as after a login, return null and the caller sends the request. It is also null when no
 * user is signed in, and when the HTML contains the data.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}
