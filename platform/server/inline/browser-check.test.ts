// @vitest-environment happy-dom
// Declares what these scripts add to the window.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {} from '@portal/shared/page-protocol'
import { parse } from 'acorn'
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { minimumBrowsers } from '../../bundler/minimum-browsers.ts'
import { repository } from '../../bundler/paths.ts'
import { browserCheck } from '../inline-scripts.ts'
import { browserAdvice } from '../pages/browser-advice.ts'

/** What browsers of the minimum versions have and the DOM of these tests has not. */
function openBrowser(engine: 'Chromium' | 'Safari' | 'Firefox'): void {
  for (const name of ['HTMLDialogElement', 'CSSLayerBlockRule', 'MathMLElement']) vi.stubGlobal(name, class {})
  vi.stubGlobal('CSS', { supports: () => true })
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], configurable: true })
  Object.defineProperty(document.documentElement, 'inert', { value: false, configurable: true })
  if (engine === 'Safari') vi.stubGlobal('GestureEvent', class {})
  const style = engine === 'Firefox' ? { MozAppearance: '' } : {}
  Object.defineProperty(document.documentElement, 'style', { value: style, configurable: true })
}

/** The text that stands instead of the portal. Null: the portal starts. */
async function adviceIn(run: () => void = () => {}): Promise<string | null> {
  document.head.innerHTML = ''
  document.body.innerHTML = `${browserAdvice}<div id="root"></div>`
  vi.resetModules()
  await import('./browser-check.ts')
  run()
  document.dispatchEvent(new Event('readystatechange'))
  document.dispatchEvent(new Event('DOMContentLoaded'))
  return document.body.querySelector('.browser-advice div:not([hidden]) h1')?.textContent ?? null
}

let listened: MockInstance<typeof addEventListener>

beforeEach(() => {
  openBrowser('Chromium')
  listened = vi.spyOn(globalThis, 'addEventListener')
})
afterEach(() => {
  for (const listener of listened.mock.calls) removeEventListener(...listener)
  listened.mockRestore()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document.documentElement, 'style')
  delete window.isOldBrowser
})

test('the script is written in ECMAScript 5', () => {
  expect(() => parse(browserCheck, { ecmaVersion: 5 })).not.toThrow()
})

test.each(['Chromium', 'Safari', 'Firefox'] as const)(
  'lets the portal start in the %s of the minimum version',
  async (engine) => {
    openBrowser(engine)
    expect(await adviceIn()).toBeNull()
    expect(window.isOldBrowser).toBe(false)
  },
)

test.each([
  ['Chromium', 'MathMLElement'],
  ...['structuredClone', 'CSSLayerBlockRule', 'ResizeObserver', 'AbortController', 'CSS'].map(
    (name) => ['Safari', name] as const,
  ),
] as const)('says to update in a %s without %s', async (engine, name) => {
  openBrowser(engine)
  vi.stubGlobal(name, undefined)
  Reflect.deleteProperty(globalThis, name)
  expect(await adviceIn()).toBe('Обновите браузер')
  expect(window.isOldBrowser).toBe(true)
  // The shell has no element to start in.
  expect(document.getElementById('root')).toBeNull()
  expect(document.head.querySelector('link')?.getAttribute('href')).toBe('/browser-advice.css')
})

test('shows the advice to update in Safari before 16.4 and in Firefox before 115', async () => {
  openBrowser('Safari')
  Object.defineProperty(document, 'adoptedStyleSheets', { value: undefined, configurable: true })
  expect(await adviceIn()).toBe('Обновите браузер')
  openBrowser('Firefox')
  const { toSorted } = Array.prototype
  Reflect.deleteProperty(Array.prototype, 'toSorted')
  try {
    expect(await adviceIn()).toBe('Обновите браузер')
  } finally {
    Object.defineProperty(Array.prototype, 'toSorted', { value: toSorted, configurable: true, writable: true })
  }
})

test.each([
  ['is not understood', () => thrown('SyntaxError: Unexpected token', `${location.origin}/releases/shell/s1/main.js`)],
  ['throws', () => thrown('TypeError: x is not a function', `${location.origin}/releases/shell/s1/main.js`)],
  ['did not load again', () => missing({ again: '' })],
])('shows that the portal did not start when a script of the page %s', async (_, fail) => {
  expect(await adviceIn(fail)).toBe('Портал не открылся')
})

test('ignores an error of a browser extension', async () => {
  expect(await adviceIn(() => thrown('Error: x', 'chrome-extension://abc/inject.js'))).toBeNull()
})

test('ignores a script that is about to be requested again', async () => {
  expect(await adviceIn(() => missing({}))).toBeNull()
})

/** A script of the HTML that does not load. */
function missing(data: DOMStringMap): void {
  const script = Object.assign(document.createElement('script'), { defer: true })
  Object.assign(script.dataset, data)
  document.body.appendChild(script).dispatchEvent(new Event('error'))
}

test('ignores an error after the page is rendered', async () => {
  expect(await adviceIn()).toBeNull()
  thrown('Error: x', `${location.origin}/releases/shell/s1/main.js`)
  document.dispatchEvent(new Event('DOMContentLoaded'))
  expect(document.querySelector('body > .browser-advice')).toBeNull()
})

test('names the oldest versions of browsers, also without scripts', () => {
  const { chrome, android, edge, safari, ios_saf, firefox, samsung } = minimumBrowsers
  const [, list = '', again = ''] = browserAdvice.split('<dl>')
  expect(again.slice(0, again.indexOf('</dl>'))).toBe(list.slice(0, list.indexOf('</dl>')))
  expect(android).toBe(chrome)
  expect(edge).toBe(chrome)
  expect(list).toContain(`Chrome до версии ${chrome}`)
  expect(list).toContain(`Samsung Internet до версии ${samsung}`)
  expect(list).toContain(`iOS ${ios_saf}`)
  expect(list).toContain(`Chrome и Edge от ${chrome}, Safari от ${safari}, Firefox от ${firefox}`)
})

test('finds the oldest versions in the README', () => {
  const readme = readFileSync(join(repository, 'README.md'), 'utf8')
  const { chrome, safari, firefox, samsung } = minimumBrowsers
  expect(readme.replace(/\s+/g, ' ')).toContain(
    `Chrome, Edge and Android WebView ${chrome}, Safari and iOS ${safari}, Firefox ESR ${firefox}, Samsung Internet ${samsung}`,
  )
})

function thrown(message: string, filename: string): void {
  dispatchEvent(new ErrorEvent('error', { message, filename }))
}
