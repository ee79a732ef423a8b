// Runs in a page with a preview, after the script of its build, which replaces the registry (put-into-page.ts). If that
// script did not load, this page has the live releases.
if (document.getElementById('registry')?.tagName === 'SCRIPT') {
  // biome-ignore lint/suspicious/noConsole: the developer reads it: only their browser has a preview
  console.warn('The preview has ended: the command that serves its build does not respond')
  fetch('/preview/reset', { method: 'POST' }).catch(() => {})
}
