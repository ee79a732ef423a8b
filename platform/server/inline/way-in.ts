// Runs in a page before sign-in: shell/src/login/login-page.module.css hides what needs passkeys, and shows first how this browser was
// signed in last.
const { dataset } = document.documentElement

if (typeof PublicKeyCredential !== 'function') dataset.passkeys = 'none'
else {
  try {
    if (localStorage.getItem('chaevye:way-in') === 'passkey') dataset.wayIn = 'passkey'
  } catch {}
}
