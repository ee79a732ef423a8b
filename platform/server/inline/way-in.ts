// Runs in a page before sign-in. shell/src/sign-in/login/login-page.module.css uses these attributes: it hides passkeys where
// the browser has none, and puts the way first in which this browser signed in last.
const { dataset } = document.documentElement

if (typeof PublicKeyCredential !== 'function') dataset.passkeys = 'none'
else {
  try {
    if (localStorage.getItem('chaevye:way-in') === 'passkey') dataset.wayIn = 'passkey'
  } catch {}
}
