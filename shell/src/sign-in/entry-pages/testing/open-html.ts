import { heldInput, wayIn } from '@portal/platform/server/inline-scripts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { fakeEarlyPortal } from '../../../testing/fake-early-portal.ts'
import { prerender } from '../prerender.tsx'

/** What was written to the console, and the errors that would have gone to telemetry. */
const problems: unknown[] = []

beforeEach(() => {
  problems.length = 0
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((text) => problems.push(text))
  // The page renders by itself, as in a browser.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('reportError', (error: unknown) => problems.push(error))
  vi.stubGlobal('PublicKeyCredential', class {})
  // A variable of bundles, which the code of the page sets (remotes/public-path.ts).
  vi.stubGlobal('__webpack_public_path__', '')
})

afterEach(() => {
  // The document outlives the page.
  window.portal.heldInput?.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  document.documentElement.removeAttribute('data-passkeys')
  expect(problems).toEqual([])
})

const html = await prerender()
const registry = JSON.stringify({
  sequence: 1,
  shell: { version: '1', base: '/releases/shell/1/', files: {} },
  remotes: {},
})

/** Opens a page as the portal server sends it, without its code. */
export function openHtml(path: string, address = path): HTMLElement {
  history.replaceState(null, '', address)
  document.body.innerHTML = `<div id="root">${html[path]}</div><script type="application/json" id="registry">${registry}</script>`
  window.portal = fakeEarlyPortal()
  // biome-ignore lint/security/noGlobalEval: the page has the scripts as text too
  globalThis.eval(`${heldInput};${wayIn}`)
  return document.getElementById('root') as HTMLElement
}

/** Runs the code of the page, as in a document of its own. */
export async function runCode(): Promise<void> {
  vi.resetModules()
  await import('../main.tsx')
  await waitFor(() => expect(window.portal.heldInput).toBeUndefined())
}
