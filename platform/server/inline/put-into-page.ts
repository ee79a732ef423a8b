// A page with a preview runs this between its registry and the shell. It makes the build the remote's current release.

/** Written by the command that serves the build, before this script (platform/dev/serve-build.ts). */
declare const previewed: { name: string; release: { version: string } }

function putIntoRegistry(): void {
  const element = document.getElementById('registry')
  const registry = JSON.parse(element?.textContent ?? '{}')
  registry.remotes[previewed.name] = { current: previewed.release }
  // A new element with the same id, because Trusted Types also guard the text of a script that contains only data.
  const replaced = document.createElement('data')
  replaced.id = 'registry'
  replaced.hidden = true
  replaced.textContent = JSON.stringify(registry)
  element?.replaceWith(replaced)
}

function showBadge(): void {
  // A landmark, because accessibility tests expect all content in landmarks and also run in previews.
  const badge = document.createElement('aside')
  badge.setAttribute('aria-label', 'Предпросмотр')
  // The portal's policy blocks a stylesheet of this script, but not the styles that a script sets.
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
  badge.append(`Предпросмотр: ${previewed.name} ${previewed.release.version}`, reset)
  // The shell renders only into #root.
  document.body.append(badge)
}

putIntoRegistry()
showBadge()
