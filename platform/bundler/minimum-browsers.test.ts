import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { expect, test } from 'vitest'
import { cssTargets, minimumBrowsers } from './minimum-browsers.ts'
import { repository } from './paths.ts'

test('reads the oldest version of each browser from .browserslistrc', () => {
  expect(minimumBrowsers).toEqual({
    chrome: '109',
    and_chr: '109',
    android: '109',
    edge: '109',
    safari: '16.4',
    ios_saf: '16.4',
    firefox: '115',
    and_ff: '115',
    samsung: '21',
  })
})

test('compiles light-dark(), which the oldest browsers lack, for each theme', () => {
  const code = readFileSync(join(repository, 'shared/ui/tokens.css'))
  const stylesheet = transform({ filename: 'tokens.css', code, targets: cssTargets, minify: true }).code.toString()
  expect(stylesheet).not.toContain('light-dark(')
  const isLight = '--lightningcss-light:initial;--lightningcss-dark: ;'
  const isDark = '--lightningcss-light: ;--lightningcss-dark:initial;'
  expect(stylesheet).toContain(`:root{${isLight}color-scheme:light dark;`)
  expect(stylesheet).toContain(`@media (prefers-color-scheme:dark){:root{${isDark.slice(0, -1)}}}`)
  expect(stylesheet).toContain(`:root[data-theme=light]{${isLight}color-scheme:light}`)
  expect(stylesheet).toContain(`:root[data-theme=dark]{${isDark}color-scheme:dark}`)
})
