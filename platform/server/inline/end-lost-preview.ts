/** Runs in a page with a preview, after the script of its build; written into it as text. */
export function endLostPreviewScript(): string {
  return `(${text})()`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function endLostPreview() {
  // The script of a build replaces the registry (put-into-page.ts). This page has the live releases where none came.
  if (document.getElementById('registry')?.tagName !== 'SCRIPT') return
  // biome-ignore lint/suspicious/noConsole: the developer reads it, whose browser alone has a preview
  console.warn('The preview has ended: the command that serves its build does not respond')
  fetch('/preview/reset', { method: 'POST' }).catch(() => {})
}

/** The script without comments and indentation. */
const text = endLostPreview.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
