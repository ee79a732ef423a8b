/** Runs in a page whose content is rendered while its start is on its way; written into it as text. */
export function expectContentScript(): string {
  return `(${expectContent})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function expectContent() {
  // The server sends the content within two seconds. Where it dies before, the browser shows an empty page for ever, without any event.
  setTimeout(() => document.getElementById('root') || location.reload(), 10_000)
}
