import { createServer, type Server } from 'node:http'
import { listenLocally } from '@portal/command/listen-locally'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { originalStack } from './original-stack.ts'

// The first line of the file is the third of one source, the second the third of the other.
const map = {
  version: 3,
  sources: [
    'webpack://mfe_tips_dev/./features/tips/latest-tips.tsx?1f2e',
    'webpack://mfe_tips_dev/../node_modules/react/index.js',
  ],
  mappings: 'AAEA;ACAA',
  names: [],
}
let server: Server
let bundle: { url: string; prefix: string }

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/releases/mfe-tips/dev/tips.js.map') response.end(JSON.stringify(map))
    else response.writeHead(404).end()
  })
  bundle = { url: await listenLocally(server), prefix: '/releases/mfe-tips/dev' }
})
afterAll(() => server.close())

const portal = 'http://localhost:3000/releases/mfe-tips/dev'

test.each([
  ['Chromium', `TypeError: no\n    at LatestTips (${portal}/tips.js:1:11)\n    at ${portal}/tips.js:2:1`],
  ['Firefox', `LatestTips@${portal}/tips.js:1:11\n@${portal}/tips.js:2:1`],
])('maps a stack of %s to the source files', async (_, stack) => {
  expect(await originalStack(stack, [bundle])).toEqual([
    { name: 'LatestTips', file: 'mfe-tips/features/tips/latest-tips.tsx', line: 3, isOwn: true },
    { name: '', file: 'node_modules/react/index.js', line: 3, isOwn: false },
  ])
})

test('leaves addresses without a source map or of other bundles', async () => {
  const stack = `    at a (${portal}/other.js:5:1)\n    at b (https://tips.example/releases/mfe-payouts/1f/entry.js:1:900)`
  expect(await originalStack(stack, [bundle])).toEqual([
    { name: 'a', file: '/releases/mfe-tips/dev/other.js', line: 5, isOwn: false },
    { name: 'b', file: '/releases/mfe-payouts/1f/entry.js', line: 1, isOwn: false },
  ])
})
