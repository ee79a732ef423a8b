/** Runs in a page before sign-in, written into it as text. */
export function wayInScript(): string {
  return `window.isOldBrowser||(${text})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function markWayIn() {
  // shell/src/login/login-page.module.css hides what needs passkeys, and shows first how this browser was signed in last.
  const { dataset } = document.documentElement
  if (typeof PublicKeyCredential !== 'function') dataset.passkeys = 'none'
  else {
    try {
      if (localStorage.getItem('chaevye:way-in') === 'passkey') dataset.wayIn = 'passkey'
    } catch {}
  }
}

/** The script without comments and indentation. */
const text = markWayIn.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
