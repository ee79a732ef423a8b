/**
 * Returns the response to `GET /session/bootstrap` that an inline script has requested before the bundles. Is taken once: the
 * next call, as after a login, returns null and the caller requests it itself. It is absent where no user is signed in, and where
 * the HTML has its data.
 */
export function takeEarlyBootstrap(): Promise<Response> | null {
  const { bootstrap } = window.portal
  window.portal.bootstrap = null
  return bootstrap
}
