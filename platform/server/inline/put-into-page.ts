// The script of a preview, which a page runs between its registry and the shell: the build is the remote's current release there.

/** The command that serves the build writes it before this script (platform/dev/serve-build.ts). */
declare const previewed: { name: string; release: object }

function putIntoRegistry(): void {
  const element = document.getElementById('registry')
  const registry = JSON.parse(element?.textContent ?? '{}')
  registry.remotes[previewed.name] = { current: previewed.release }
  // Another element under the same name: Trusted Types guard the text of a script, be it data.
  const replaced = document.createElement('data')
  replaced.id = 'registry'
  replaced.hidden = true
  replaced.textContent = JSON.stringify(registry)
  element?.replaceWith(replaced)
}

function showBadge(): void {
  // A landmark, as all that a page shows: tests of accessibility run in previews too.
  const badge = document.createElement('aside')
  badge.setAttribute('aria-label', 'Предпросмотр')
  // The portal's policy blocks a style sheet of this script, but not the styles that a script sets.
  Object.assign(badge.style, {
    position: 'fixed',
    zIndex: '1000',
    insetBlockStart: '0',
    insetInline: '0',
    marginInline: 'auto',
    width: 'fit-content',
    display: 'flex',
    gap: '8px',
    alignItems: 'center',
    padding: '0 12px',
    borderRadius: '0 0 12px 12px',
    background: '#5b21b6',
    color: '#fff',
    font: '14px system-ui, sans-serif',
  })
  const reset = document.createElement('button')
  Object.assign(reset.style, { minHeight: '32px', color: 'inherit', textDecoration: 'underline' })
  reset.textContent = 'Сбросить'
  reset.onclick = async () => {
    await fetch('/preview/reset', { method: 'POST' })
    location.reload()
  }
  badge.append(`Предпросмотр: ${previewed.name}`, reset)
  // The shell draws into #root alone.
  document.body.append(badge)
}

putIntoRegistry()
showBadge()
