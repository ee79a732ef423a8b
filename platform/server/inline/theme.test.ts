// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => localStorage.clear())

async function openPage(): Promise<void> {
  document.documentElement.removeAttribute('data-theme')
  document.body.innerHTML = ''
  vi.resetModules()
  await import('./theme.ts')
}

test.each([
  ['dark', 'dark'],
  ['light', 'light'],
  ['"><script>', null],
  [null, null],
])('applies the stored theme %j as %j', async (stored, shown) => {
  if (stored) localStorage.setItem('chaevye:theme', stored)
  await openPage()
  expect(document.documentElement.getAttribute('data-theme')).toBe(shown)
})

test('applies a theme that another tab chose', async () => {
  await openPage()
  localStorage.setItem('chaevye:theme', 'dark')
  dispatchEvent(new Event('storage'))
  expect(document.documentElement.getAttribute('data-theme')).toBe('dark')
  localStorage.clear()
  dispatchEvent(new Event('storage'))
  expect(document.documentElement.getAttribute('data-theme')).toBeNull()
})

test('colours the bars of the system by the visible theme', async () => {
  const readMedia = async (theme: string | undefined) => {
    if (theme) document.documentElement.dataset.theme = theme
    else document.documentElement.removeAttribute('data-theme')
    await Promise.resolve()
    return [...document.querySelectorAll<HTMLMetaElement>('meta')].map(({ media }) => media)
  }
  await openPage()
  document.body.innerHTML += ['light', 'dark'].map((t) => `<meta name="theme-color" data-theme="${t}">`).join('')
  expect(await readMedia('dark')).toEqual(['not all', 'all'])
  expect(await readMedia('light')).toEqual(['all', 'not all'])
  expect(await readMedia(undefined)).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
})
