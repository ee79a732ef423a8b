import { expect, test } from 'vitest'
import { readScript } from './read-script.ts'
import { readStyle } from './read-style.ts'

function inScript(source: string): string[] {
  const { findings, doubtful } = readScript(source)
  return [...findings, ...doubtful].map(({ feature }) => feature)
}

test.each([
  ['Map.groupBy(list, name)', 'javascript.builtins.Map.groupBy'],
  ['Object.groupBy(list, name)', 'javascript.builtins.Object.groupBy'],
  ['list.toSorted()', 'javascript.builtins.Array.toSorted'],
  ['AbortSignal.any([one, other])', 'api.AbortSignal.any_static'],
  ['URL.canParse(text)', 'api.URL.canParse_static'],
  ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
  ['Array.fromAsync(stream)', 'javascript.builtins.Array.fromAsync'],
  ['one.union(other)', 'javascript.builtins.Set.union'],
  ['map.values().filter(Boolean)', 'javascript.builtins.Iterator.filter'],
  ['map.entries().toArray()', 'javascript.builtins.Iterator.toArray'],
  ['new Intl.Segmenter("ru")', 'javascript.builtins.Intl.Segmenter'],
  ['new CloseWatcher()', 'api.CloseWatcher'],
  ['window.cookieStore.get("x")', 'api.ServiceWorkerGlobalScope.cookieStore'],
  ['scheduler.yield()', 'api.scheduler'],
  ['element.checkVisibility()', 'api.Element.checkVisibility'],
])('finds what a browser of the minimum version lacks in %s', (source, feature) => {
  expect(inScript(source)).toContain(feature)
})

test.each([
  '/[\\p{L}--[a-z]]/v',
  'using file = open()',
  'import("x.json", { with: { type: "json" } })',
  'for (;;) { ?. }',
])('finds the syntax that a browser of the minimum version does not read in %s', (source) => {
  expect(inScript(source)).toEqual([expect.stringContaining('ES2022: ')])
})

test.each([
  'Object.values(of).filter(Boolean)',
  'list.at(-1); list.findLast(Boolean); structuredClone(list)',
  'AbortSignal.timeout(1)',
  'class A { static #a = 1; static { this.#a = 2 } }',
  '/(?<=a)b/u.test(text)',
  'const has = { groupBy: 1, CloseWatcher: 2 }',
])('finds nothing in %s, which all browsers have', (source) => {
  expect(inScript(source)).toEqual([])
})

test('distinguishes a method that a library defines from the browser’s', () => {
  const { findings, doubtful, defines } = readScript('const own = { togglePopover() {} }; own.togglePopover()')
  expect(findings).toEqual([])
  expect(doubtful.map(({ method }) => method)).toEqual(['togglePopover'])
  expect(defines).toContain('togglePopover')
})

test('reports the browsers, and the version from which they have the feature', () => {
  const [finding] = readScript('list.toSorted()').findings
  expect(finding?.without).toContain('chrome 109 (110)')
  expect(finding?.without.join()).not.toMatch(/safari|firefox|samsung/)
})

test.each([
  ['a { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
  ['a { color: color-mix(in oklab, red, blue) }', 'css.types.color.color-mix'],
  ['a:has(b) { color: red }', 'css.selectors.has'],
  ['a:user-valid { color: red }', 'css.selectors.user-valid'],
  ['a { b { color: red } }', 'css.selectors.nesting'],
  ['a { height: 3lh }', 'css.types.length.lh'],
  ['a { text-wrap: balance }', 'css.properties.text-wrap'],
  ['@starting-style { a { color: red } }', 'css.at-rules.starting-style'],
  ['a::backdrop { background: var(--dim) }', 'css.selectors.backdrop.inherit_from_originating_element'],
  ['a { user-select: none }', 'css.properties.user-select'],
  [
    '@media (prefers-reduced-transparency: reduce) { a { color: red } }',
    'css.at-rules.media.prefers-reduced-transparency',
  ],
])('finds what a browser of the minimum version lacks in %s', (source, feature) => {
  expect(readStyle(source).map((finding) => finding.feature)).toContain(feature)
})

test.each([
  'a { height: 100dvh; inset: 0; overflow-wrap: anywhere }',
  '@media (width >= 768px) { a:focus-visible { color: rgb(0 0 0 / 0.5) } }',
  'a { -webkit-user-select: none; user-select: none }',
  '@layer base { a:is(b, c)::before { content: "light-dark(a, b)" } }',
  '@supports (color: light-dark(red, red)) { a { color: light-dark(red, blue) } }',
])('finds nothing in %s, which all browsers have', (source) => {
  expect(readStyle(source)).toEqual([])
})
