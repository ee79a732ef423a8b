import { afterEach, expect, test, vi } from 'vitest'

vi.mock('./page-at-start.ts', () => ({ root: document.body }))

const { removeHandlers } = await import('./handlers.ts')

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('a press of the menu leaves the section, also where a remote handles navigations', () => {
  const navigation = { onnavigate: () => {} }
  vi.stubGlobal('navigation', navigation)
  document.body.innerHTML = '<nav data-frame><a href="/team">Команда</a></nav><main>Раздел</main>'
  removeHandlers()
  document.querySelector('main')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(navigation.onnavigate).not.toBeNull()
  document.querySelector('a')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(navigation.onnavigate).toBeNull()
})
