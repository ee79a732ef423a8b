/** Runs in a page that the server has rendered; written into it as text. */
export function loadFormatsScript(): string {
  return `window.isOldBrowser||(${loadFormats})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function loadFormats() {
  // A browser loads the data of a language at its first format, for 50 ms on a cheap phone: here the page is painted, and its code is on
  // its way.
  const load = () => setTimeout(() => new Intl.NumberFormat('ru-RU'))
  document.addEventListener('readystatechange', () => requestAnimationFrame(load), { once: true })
}
