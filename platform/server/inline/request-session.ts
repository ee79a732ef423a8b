/** Runs in a page without data of a session, after early-script.ts; written into it as text. */
export function requestSessionScript(): string {
  return `window.isOldBrowser||(${text})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function requestSession() {
  // The data load in parallel with the scripts, not after them.
  const bootstrap = fetch('/api/v1/session/bootstrap', {
    headers: { 'X-Requested-With': 'portal' },
    signal: AbortSignal.timeout(20_000),
  })
  bootstrap.catch(() => {})
  window.portal.bootstrap = bootstrap
}

/** The script without comments and indentation. */
const text = requestSession.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
