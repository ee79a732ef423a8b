// Runs in a page whose start is sent while its content is rendered. The server sends everything within two seconds. If
// the server dies before that, the browser waits without a limit and without an event, with a page that has no content
// or no code. A page that arrives slowly is not reloaded, and neither is a page without a network.
let length = 0

/** Returns how many characters of the page have arrived. */
const arrived = () => document.documentElement.outerHTML.length
const isOnline = async () => (await fetch('/registry.json', { cache: 'no-store' }).catch(() => undefined))?.ok

/** Looks every five seconds until the page is complete, or reloads it. */
async function look(): Promise<void> {
  if (document.getElementById('registry')) return
  const before = length
  length = arrived()
  // The rest may arrive while the server responds.
  if (length === before && (await isOnline()) && length === arrived()) location.reload()
  else setTimeout(look, 5_000)
}

look()
