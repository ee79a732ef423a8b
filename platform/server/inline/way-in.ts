// Runs in a page before sign-in. Styles of the login page use these attributes (shell/src/sign-in/login): they hide
// passkeys in browsers without them, and put first the way by which this browser signed in last.
const { dataset } = document.documentElement

if (typeof PublicKeyCredential !== 'function') dataset.passkeys = 'none'
else {
  try {
    if (localStorage.getItem('chaevye:way-in') === 'passkey') dataset.wayIn = 'passkey'
  } catch {}
}
