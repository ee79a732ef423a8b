// Runs in a page whose content is rendered while its start is on its way. The server sends everything within two seconds. If it dies before
// that, the browser waits for ever, without any event: the page has no content, or no code. A page that continues to arrive slowly is not
// interrupted, nor is one without a network.
let length = 0

async function look(): Promise<void> {
  if (document.getElementById('registry')) return
  const arrived = document.documentElement.outerHTML.length
  const isCutOff =
    arrived === length && (await fetch('/registry.json', { cache: 'no-store' }).catch(() => undefined))?.ok
  length = arrived
  if (isCutOff) location.reload()
  else setTimeout(look, 5_000)
}

look()
