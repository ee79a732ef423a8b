/** Runs in a page whose content is rendered while its start is on its way; written into it as text. */
export function expectContentScript(): string {
  return `window.isOldBrowser||(${expectContent})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function expectContent() {
  // The server sends all within two seconds. Where it dies before, the browser waits for ever, without any event: the page has no content, or
  // no code. A page that goes on arriving slowly is not interrupted, nor is one without a network.
  let length = 0
  async function look() {
    if (document.getElementById('registry')) return
    const arrived = document.documentElement.outerHTML.length
    const isCutOff =
      arrived === length && (await fetch('/registry.json', { cache: 'no-store' }).catch(() => undefined))?.ok
    length = arrived
    if (isCutOff) location.reload()
    else setTimeout(look, 5_000)
  }
  look()
}
