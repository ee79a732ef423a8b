import { expect, test, vi } from 'vitest'
import { asShell, callingRemote, filesIn, filesOf, nearestRemote } from './calling-remote.ts'

const guards = 'https://portal.example/releases/shell/1f/host.js'
const shell = 'https://portal.example/releases/shell/2e/vendor.js'
const remote = 'https://portal.example/releases/mfe-tips/3f2a/page.js'

const text = (files: string[]) =>
  filesIn(['Error', ...files.map((file) => `    at run (${file}:1:20)`), '    at Array.map (<anonymous>)'].join('\n'))
const frames = (files: string[]) => filesOf([null, ...files, ''].map((file) => ({ getFileName: () => file })))
const firefox = (files: string[]) => filesIn(files.map((file) => `run@${file}:1:20`).join('\n'))

test.each([
  ['Chromium', frames],
  ['Chromium, as text', text],
  ['Firefox and Safari', firefox],
])('names the nearest caller of a guarded function in %s', (_, stack) => {
  expect(callingRemote(stack([guards, guards, remote, shell]))).toBe('mfe-tips')
  expect(callingRemote(stack([guards, shell, remote]))).toBeUndefined()
  expect(callingRemote(stack([guards]))).toBeUndefined()
})

test('leaves out the guards in whichever files of the bundler they are', () => {
  const main = 'https://portal.example/releases/shell/1f/main.js'
  const later = 'https://portal.example/releases/shell/1f/later-guards.js?2'
  expect(callingRemote([main, main, guards, later, guards, remote])).toBe('mfe-tips')
  expect(callingRemote([guards, later, guards, remote])).toBe('mfe-tips')
  expect(callingRemote([main, guards, main, remote])).toBeUndefined()
})

test('names the nearest remote on whose behalf the shell runs', () => {
  const other = remote.replace('mfe-tips', 'mfe-team')
  expect(nearestRemote([guards, shell, remote, shell, other])).toBe('mfe-tips')
  expect(nearestRemote([guards, shell])).toBeUndefined()
})

test('names no remote for code that has no address', () => {
  expect(callingRemote(filesIn('Error\n    at eval (eval at evaluate (:1:1), <anonymous>:2:3)'))).toBeUndefined()
  expect(callingRemote(filesIn(''))).toBeUndefined()
})

test('reads no stack for the shell', () => {
  const prepared = vi.spyOn(Reflect, 'set')
  asShell(() => callingRemote())
  expect(prepared).not.toHaveBeenCalled()
  const fail = () => {
    throw new Error('failed')
  }
  expect(() => asShell(fail)).toThrow('failed')
  callingRemote()
  expect(prepared).toHaveBeenCalled()
  prepared.mockRestore()
})

test('leaves the page its own way to format a stack', () => {
  const format = () => 'formatted'
  Error.prepareStackTrace = format
  callingRemote()
  expect(new Error('one').stack).toBe('formatted')
  Reflect.deleteProperty(Error, 'prepareStackTrace')
})
