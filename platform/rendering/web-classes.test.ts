import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { releasesOf, testRenderer, tipsCode } from './testing/sample-bundles.ts'

// What bundles have in place of Node's own classes gives the same results as these.

const texts = ["''", "'Чаевые 15 169 ₽'", "'👍🏽'", "'a\\ud800b'", "'\\udc00'", "'я'.repeat(5_000)"]
const parts = 'href origin protocol username password host hostname port pathname search hash'.split(' ')

const expressions = [
  ...texts.flatMap((text) => [
    `[...new TextEncoder().encode(${text})]`,
    `new TextDecoder().decode(new TextEncoder().encode(${text}))`,
    `(() => { const bytes = new Uint8Array(5); return [new TextEncoder().encodeInto(${text}, bytes), ...bytes] })()`,
    `Buffer.byteLength(${text})`,
  ]),
  'new TextDecoder().decode(new Uint8Array([0x61, 0xe2, 0x82, 0xff]))',
  "[btoa('portal'), atob('cG9ydGFs')]",
  ...[
    "new URL('https://user:word@Портал.example:8443/a/../b?x=1&x=2#h')",
    "new URL('/billing?type=tip', 'http://portal.invalid')",
    "new URL(new URL('//other', 'https://portal.example'))",
  ].flatMap((url) => [`[${parts.map((part) => `${url}.${part}`)}]`, `[...${url}.searchParams]`, `\`\${${url}}\``]),
  "(() => { try { new URL('/billing') } catch (error) { return [error.name, error instanceof TypeError] } })()",
  "[URL.canParse('/billing'), URL.parse('/billing')]",
  `(() => {
    const url = new URL('https://portal.example/a?x=1')
    url.pathname = '/b c'
    url.searchParams.append('y', 'я &')
    url.searchParams.set('x', 2)
    url.hash = 'end'
    const before = url.href
    url.search = '?z=3'
    return [before, url, [...url.searchParams]]
  })()`,
  "`${new URLSearchParams({ a: 1, b: 'x y' })} ${new URLSearchParams([['a', '1'], ['a', '2']])} ${new URLSearchParams(new Map([['c', 3]]))}`",
  `(() => {
    const params = new URLSearchParams('?b=2&a=1&b=3&c')
    const read = [params.size, params.get('b'), params.getAll('b'), params.get('d'), params.has('b', '3'), [...params.keys()]]
    params.sort()
    params.delete('b', '2')
    params.forEach((value, name) => read.push(name + value))
    return [...read, params.toString(), Object.fromEntries(params)]
  })()`,
  `(() => {
    const { signal } = Object.assign(new AbortController())
    const controller = new AbortController()
    const heard = []
    const any = AbortSignal.any([signal, controller.signal])
    any.addEventListener('abort', ({ type }) => heard.push(type, any.reason), { once: true })
    controller.abort('because')
    controller.abort('again')
    try { any.throwIfAborted() } catch (reason) { heard.push(reason) }
    return [...heard, AbortSignal.abort().reason.name, any.aborted, signal.aborted]
  })()`,
]

test('classes of the web work as those of Node', async () => {
  const page = `() => JSON.stringify([${expressions.map((code) => `JSON.stringify(${code})`)}])`
  const renderer = testRenderer()
  const html = await renderer.html(releasesOf({ tips: tipsCode(page) }), '/')
  expect(renderer.failures).toEqual([])
  const results: unknown[] = JSON.parse(html ?? '[]')
  const pairs = (values: unknown[]) => Object.fromEntries(expressions.map((code, index) => [code, values[index]]))
  expect(pairs(results)).toEqual(pairs(expressions.map((code) => JSON.stringify(runInThisContext(code)))))
})
