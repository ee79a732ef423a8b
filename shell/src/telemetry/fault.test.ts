import { ApiError } from '@portal/shared/http/api-error'
import { beforeAll, expect, test } from 'vitest'
import { RemoteError } from '../remotes/load-page.ts'
import { releaseIn, sourceLocation, toFault } from './fault.ts'

const portal = 'https://tips.example/releases'
const ofRemote = `    at Page (${portal}/mfe-tips/t1/overview.js:1:20)`
const ofShell = `    at render (${portal}/shell/8556c4b6d2f0/main.js:1:200)`

beforeAll(() => {
  document.body.innerHTML = '<script type="application/json" id="registry">{"shell":{"version":"s1"}}</script>'
})

function thrown(stack: string, error = new TypeError('x is not a function')): Error {
  error.stack = `${error.name}: ${error.message}\n${stack}`
  return error
}

test.each([
  ['the remote, where its code threw', `${ofRemote}\n${ofShell}`, { remote: 'mfe-tips', version: 't1' }],
  ['the remote, where the shell’s threw for it', `${ofShell}\n${ofRemote}`, { remote: 'mfe-tips', version: 't1' }],
  ['the shell, where no remote had a part', ofShell, { remote: 'shell', version: 's1' }],
  ['no release, where no code of ours is in the stack', '    at https://tips.example/:1:1', undefined],
])('telemetry attributes a stack to %s', (_, trace, release) => {
  expect(releaseIn(trace)).toEqual(release)
})

const vendor = `    at commit (${portal}/shell/8556c4b6d2f0/vendor.js:1:9)`
const shown = { remote: 'mfe-settings', version: 'm1' }

test.each([
  ['the section on the screen, where remotes could have called all of it', vendor, shown],
  ['the shell, where its own features are in it', `${vendor}\n${ofShell}`, { remote: 'shell', version: 's1' }],
  ['the remote in it, whatever is on the screen', `${vendor}\n${ofRemote}`, { remote: 'mfe-tips', version: 't1' }],
  ['no release, where no code of ours is in it', '    at https://tips.example/:1:1', undefined],
])('telemetry attributes an error that no boundary caught to %s', (_, trace, release) => {
  expect(releaseIn(trace, shown)).toEqual(release)
})

test.each<[string, unknown]>([
  ['React alone in its stack', thrown(vendor)],
  ['another remote in its stack', thrown(ofRemote)],
  ['a status that a page has to handle', thrown(vendor, new ApiError(503, { code: 'overloaded', message: '' }))],
  ['no stack', 'just text'],
])('telemetry attributes an error that took a section down to its release: with %s', (_, error) => {
  expect(toFault(error, { release: shown })).toMatchObject({ kind: 'error', ...shown })
})

const asText = (address: string) => new Error(`Cannot load ${address}`)

test.each<[string, Error]>([
  ['an address of another remote in its message', asText(`${portal}/mfe-payouts/p1/page.js:1:1`)],
  ['a frame of another remote in its message', asText(`\n    at Page (${portal}/mfe-payouts/p1/page.js:1:1)`)],
  ['an extension in its message', asText('chrome-extension://abc/x.js')],
  ['the shell as what did not load', Object.assign(new Error('x'), { name: 'RemoteError', remote: 'shell' })],
  [
    'a file of the shell as what did not load',
    Object.assign(new Error('x'), { name: 'ChunkLoadError', request: `${portal}/shell/s1/main.js` }),
  ],
])('telemetry attributes an error to the remote that created it: with %s', (_, error) => {
  expect(toFault(thrown(ofRemote, error))).toMatchObject({ remote: 'mfe-tips', version: 't1' })
})

test('telemetry reports an error that took a section down with an extension in its stack', () => {
  const error = thrown('    at inject (chrome-extension://abc/content.js:1:1)')
  expect(toFault(error, { release: shown })).toMatchObject(shown)
})

test('telemetry reports an error whose request is an object', () => {
  expect(toFault(thrown(ofShell, Object.assign(new Error('x'), { request: {} })))).toMatchObject({ remote: 'shell' })
})

test('telemetry reads the frames of a stack without a message, as of Firefox and Safari', () => {
  const error = Object.assign(new Error(`See ${portal}/mfe-payouts/p1/page.js:1:1`), {
    stack: `page@${portal}/mfe-tips/t1/overview.js:1:20\nrender@${portal}/shell/s1/main.js:1:200`,
  })
  expect(toFault(error)).toMatchObject({ remote: 'mfe-tips', version: 't1', place: 'overview.js:1:20' })
})

test('telemetry believes no release that an error names itself', () => {
  const error = Object.assign(thrown(ofRemote), { remote: 'mfe-payouts', version: 'p1' })
  expect(toFault(error)).toMatchObject({ remote: 'mfe-tips', version: 't1' })
})

test('telemetry describes an error that was thrown', () => {
  expect(toFault(thrown(ofRemote))).toEqual({
    kind: 'error',
    remote: 'mfe-tips',
    version: 't1',
    name: 'TypeError',
    message: 'x is not a function',
    place: 'overview.js:1:20',
  })
})

test('telemetry attributes an error in a shared component by the components around it', () => {
  const componentStack = `\n    at Amount (${portal}/shell/s1/host.js:1:20)\n    at Balance (${portal}/mfe-tips/t1/overview.js:1:9)`
  expect(toFault(thrown(ofShell), { where: componentStack })).toMatchObject({ remote: 'mfe-tips', version: 't1' })
})

test('what is no error has the file that the browser names', () => {
  expect(toFault('just text', { where: `${portal}/mfe-payouts/p1/out.js` })).toMatchObject({
    remote: 'mfe-payouts',
    name: 'Error',
    message: 'just text',
  })
})

test('telemetry attributes code that did not load: of a remote, and a part of it', () => {
  expect(toFault(new RemoteError('mfe-tips', 't2', new Error('404')))).toEqual({
    kind: 'load_failure',
    remote: 'mfe-tips',
    version: 't2',
    name: 'RemoteError',
    message: 'mfe-tips t2 did not load: Error: 404',
  })
  const part = Object.assign(new Error('Loading chunk failed'), {
    name: 'ChunkLoadError',
    request: `${portal}/mfe-settings/m1/cards.js`,
  })
  expect(toFault(thrown(ofShell, part))).toMatchObject({ kind: 'load_failure', remote: 'mfe-settings', version: 'm1' })
})

test('telemetry scrubs a message, and leaves out an invalid name', () => {
  const error = thrown(ofRemote, new Error('No response for +7 (900) 000-00-01'))
  error.name = 'Ошибка 7'
  expect(toFault(error)).toMatchObject({ name: 'Error', message: 'No response for +[#]' })
})

test.each<[string, unknown]>([
  ['an extension', thrown('    at inject (chrome-extension://abc/content.js:1:1)')],
  ['an extension in our call', thrown(`    at wrap (moz-extension://abc/x.js:1:1)\n${ofShell}`)],
  ['something injected', thrown('    at <anonymous>:1:1')],
  ['text from nowhere', 'Script error.'],
  ['telemetry itself', thrown(`    at take (${portal}/shell/s1/telemetry.js:1:1)`)],
  ['a call that was given up', thrown(ofShell, Object.assign(new Error('aborted'), { name: 'AbortError' }))],
  ['a network that is away', thrown(ofShell, new ApiError(0, { code: 'offline', message: '' }))],
  ['a server that is away', thrown(ofShell, new ApiError(503, { code: 'overloaded', message: '' }))],
  ['a rejection', thrown(ofShell, new ApiError(403, { code: 'forbidden', message: '' }))],
])('telemetry attributes %s to no release of ours', (_, error) => {
  expect(toFault(error)).toBeUndefined()
})

test('telemetry attributes a request against the contract to its caller', () => {
  const error = thrown(ofRemote, new ApiError(400, { code: 'malformed', message: '' }))
  expect(toFault(error)).toMatchObject({
    kind: 'error',
    remote: 'mfe-tips',
    name: 'ApiError',
    message: '400 malformed',
  })
})

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
