import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LoaderContext } from 'webpack'
import { remoteNames, repository } from './paths.ts'
import checkRemoteSheet from './remote-css-loader.ts'

function check(source: string, file = 'schedule-page.module.css'): string {
  return checkRemoteSheet.call({ resourcePath: join('/remote', file) } as LoaderContext<object>, source)
}

test.each([
  '.page { color: red }',
  '.page > *, .page::before { margin: 0 }',
  '.page { & > li, b { margin: 0 } &:hover { color: red } }',
  ':root[data-theme="dark"] .page { color: red }',
  ':is(.page, .row) > a { color: red }',
  '@media (min-width: 1100px) { .page { @container (width > 10px) { margin: 0 } } }',
  '@keyframes appear { from { opacity: 0 } }',
  '@media print { :global(html[data-receipt]) { margin: 0 } }',
])('accepts %s', (source) => {
  expect(check(source)).toBe(source)
})

test.each([
  ['* { margin: 0 }', '*'],
  ['.page { color: red }\nbody, .page { margin: 0 }', 'body, .page'],
  [':root { --accent: red }', ':root'],
  ['nav a { display: none }', 'nav a'],
  ['body:not(.page) { display: none }', 'body:not(.page)'],
  ['html:has(.page) { overflow: hidden }', 'html:has(.page)'],
  [':is(.page, body) { margin: 0 }', ':is(.page, body)'],
  [':global(.menu) { display: none }', ':global(.menu)'],
  [':global .menu { display: none }', ':global .menu'],
  ['& { margin: 0 }', '&'],
  ['.page { body:not(&) { margin: 0 } }', 'body:not(&)'],
  ['@media (width > 1px) { a { color: red } }', 'a'],
  ['@media print, screen { body { margin: 0 } }', 'body'],
  ['@media not print { body { margin: 0 } }', 'body'],
])('rejects %s', (source, selector) => {
  expect(() => check(source)).toThrow(`«${selector}» styles elements of every page of the portal`)
})

test('an error names the line of the stylesheet', () => {
  expect(() => check('.page {\n  margin: 0\n}\n\nbody { margin: 0 }')).toThrow(
    /^schedule-page\.module\.css\(5\): «body»/,
  )
})

test.each([
  ['@import url("https://example.ru/x.css");', 'import'],
  ['@layer reset { .page { color: red } }', 'layer-block'],
  ['@font-face { font-family: Inter; src: url(x.woff2) }', 'font-face'],
  ['@property --accent { syntax: "*"; inherits: false }', 'property'],
])('rejects %s', (source, rule) => {
  expect(() => check(source)).toThrow(`@${rule} has an effect on every page`)
})

test('rejects a stylesheet that is not a CSS module', () => {
  expect(() => check('.page { margin: 0 }', 'schedule.css')).toThrow(
    'A remote has only CSS Modules, such as schedule.module.css',
  )
})

test('accepts the stylesheets of every remote', () => {
  const stylesheets = remoteNames.flatMap((name) =>
    globSync(`${name}/{features,*}/**/*.css`, { cwd: repository, exclude: (file) => file === 'node_modules' }),
  )
  expect(stylesheets.length).toBeGreaterThan(20)
  for (const file of stylesheets) check(readFileSync(join(repository, file), 'utf8'), file)
})
