import { expect, test } from 'vitest'
import { sourceLocation } from './fault.ts'

const at = 'https://tips.example/releases'
const remote = { remote: 'mfe-tips', version: 't1' }
const shell = { remote: 'shell', version: 's1' }

test.each([
  ['Chromium', `TypeError: x\n    at Page (${at}/mfe-tips/t1/overview.js:1:20)`, remote, 'overview.js:1:20'],
  ['Firefox and Safari', `Page@${at}/mfe-tips/t1/overview.js:1:20\n`, remote, 'overview.js:1:20'],
  ['another attempt', `at Page (${at}/mfe-tips/t1/entry.js?attempt=2:3:456)`, remote, 'entry.js:3:456'],
  ['code of the shell', `at render (${at}/shell/8556c4b6d2f0/main.js:1:200)`, shell, 'main.js:1:200'],
  [
    'code of the shell that a remote called',
    `at Amount (${at}/shell/8556c4b6d2f0/host.js:1:2)\nat Page (${at}/mfe-tips/t1/overview.js:1:20)`,
    remote,
    'overview.js:1:20',
  ],
  ['another release', `at Page (${at}/mfe-tips/t0/overview.js:1:20)`, remote, undefined],
  ['no line', `${at}/mfe-tips/t1/overview.js`, remote, undefined],
  ['a line that is no location', `at Page (${at}/mfe-tips/t1/overview.js:12345678:1)`, remote, undefined],
])('telemetry finds the source location in a stack of %s', (_, trace, release, location) => {
  expect(sourceLocation(trace, release)).toBe(location)
})
