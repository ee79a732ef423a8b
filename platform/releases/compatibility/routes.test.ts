import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { page, payouts, shell, tips } from '../testing/sample-releases.ts'
import { brokenRules } from './release-rules.ts'
import { brokenRoutes, haveCommonAddress, takenPaths } from './routes.ts'

const owner = payouts({ paths: ['/out', '/transfer'], routes: ['/out', '/out/auto', '/transfer/:id'].map(page) })

/** Returns why a remote with this path and this route conflicts with the owner of `/out`. */
function routeProblems(path: string, route = path): string[] {
  const remote = tips({ name: 'mfe-other', version: 'o1', paths: [path], routes: [page(route)] })
  return [brokenRules(remote), brokenRoutes(remote), takenPaths(remote, owner), takenPaths(remote, shell())].flat()
}

/** Addresses that a user may type, and addresses of the server. */
const addresses = [
  ...[
    '/out',
    '/OUT',
    '/Out/',
    '//out',
    '/out//',
    '/%6Fut',
    '/o%75t',
    '/out/auto',
    '/out/AUTO/',
    '/transfer/5',
    '/%D0%BE',
  ],
  ...['/login', '/LOGIN/', '/%6Cogin', '/i/abc', '/I/abc/', '/i/%2F'],
]

test.each([
  ...['/out', '/OUT', '/out/', '//out', '/out//', '/./out', '/../out', '/%6Fut', '/%6fut', '/o%75t', '/oUt', '/оut'],
  ...[
    '/out?',
    '/out?/',
    '/:lang?/out',
    '/:page',
    '/:page?',
    '/*',
    '*',
    'out',
    '/out/*',
    '/out/auto',
    '/out/:id',
    '/o*',
    '/out*',
  ],
  ...['/:a/:b', '/:a/auto', '/a?/out', '/out/auto?', '/transfer', '/transfer/:any', '/transfer/new', '/TRANSFER/new'],
  ...[
    '/login',
    '/Login',
    '/login/',
    '/l?/login',
    '/:any/:code',
    '/i/:code',
    '/i/new',
    '/i',
    '/i/:a?',
    '/I/new',
    '/i/*',
  ],
  ...['/out#a', '/out;a', '/out a', '/out\u200b', '/ｏｕｔ', '/out\\', '/ou\u0301t', '/(out)', '/[out]', '/out.', ''],
  ...[
    '/api',
    '/api/x',
    '/API',
    '/demo',
    '/uploads/a',
    '/healthz',
    '/readyz',
    '/metrics',
    '/preview',
    '/registry.json',
    '/sw.js',
  ],
  ...[
    '/releases/all',
    '/releases/:name',
    '/releases/*',
    '/favicon.ico',
    '/.well-known',
    '/robots.txt',
    '/cards/card-form/yookassa',
  ],
])('rejects a remote with the path %s', (path) => {
  expect(routeProblems(path)).not.toEqual([])
})

test.each([
  ['/new', '/out'],
  ['/new', '/new/../out'],
  ['/new', '/:lang?/out'],
  ['/new', '/new?/out'],
  ['/new', '/*'],
  ['/new', '/NEW'],
  ['/new', '/newer'],
  ['/', '/:page'],
  ['/', '/*'],
  ['/', '//out'],
  ['/cards', '/cards/card-form/:provider'],
  ['/releases', '/releases/:name?'],
])('rejects a remote with the path %s and the route %s', (path, route) => {
  expect(routeProblems(path, route)).not.toEqual([])
})

test.each([
  ['/new', '/new'],
  ['/new', '/new/:id?'],
  ['/new', '/new/*'],
  ['/outside', '/outside/:id/edit'],
  ['/', '/'],
  ['/log', '/log/in'],
  ['/releases', '/releases'],
  ['/in-out_2', '/in-out_2/out'],
])('accepts a remote with the path %s and the route %s, which has no address of another one', (path, route) => {
  expect(routeProblems(path, route)).toEqual([])
  const others = [...owner.manifest.routes, ...shell().routes]
  const found = addresses.filter((address) => matchRoutes([{ path: route }], address))
  expect(found.filter((address) => matchRoutes(others, address))).toEqual([])
})

test.each([
  ['/out', '/OUT/', true],
  ['/out', '/outer', false],
  ['/out', '/out/auto', false],
  ['/out/*', '/out', true],
  ['/out/*', '/out/auto/more', true],
  ['/:a/auto', '/out/:b', true],
  ['/:a/auto', '/out/:b/more', false],
  ['/a?/out', '/out', true],
  ['/a?/:b?/out', '/out', true],
  ['/:lang?/out', '/ru/out', true],
  ['/:lang?/out', '/out/ru', false],
  ['/*', '/', true],
  ['/', '/:page', false],
])('the routes %s and %s have a common address: %s', (one, other, expected) => {
  expect(haveCommonAddress(one, other)).toBe(expected)
  expect(haveCommonAddress(other, one)).toBe(expected)
})
