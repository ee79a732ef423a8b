import { expect, test } from 'vitest'
import { canaryEnded, canaryStarted, type Registry, released, rolledBack } from './registry.ts'

const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at: '2026-11-21T12:00:00.000Z' })

/** `['3', '2', '1']`: current first. */
function versions(names: Registry['names']): string[] {
  const tips = names['mfe-tips']
  return tips ? [tips.current, ...tips.history].map(({ version }) => version) : []
}

function afterReleases(...of: string[]): Registry['names'] {
  return of.reduce((names, version) => released(names, 'mfe-tips', pointer(version)), {} as Registry['names'])
}

test('makes a release current, and the earlier ones its history in their order', () => {
  expect(versions(afterReleases('1'))).toEqual(['1'])
  expect(versions(afterReleases('1', '2', '3'))).toEqual(['3', '2', '1'])
})

test('lists a release that was live before only once', () => {
  expect(versions(afterReleases('1', '2', '1'))).toEqual(['1', '2'])
  expect(versions(afterReleases('1', '2', '2'))).toEqual(['2', '1'])
})

test('records the shells of both releases of a remote that is released again', () => {
  const first = { ...pointer('1'), uncheckedShells: ['s1', 's0'] }
  const names = released({}, 'mfe-tips', first)
  const again = { ...pointer('1'), uncheckedShells: ['s2', 's0'] }
  expect(released(names, 'mfe-tips', again)['mfe-tips']?.current.uncheckedShells).toEqual(['s0'])
  expect(released(names, 'mfe-tips', pointer('1'))).toEqual(names)
})

test('stores ten earlier releases', () => {
  const all = Array.from({ length: 15 }, (_, index) => String(index + 1))
  expect(versions(afterReleases(...all))).toEqual(['15', '14', '13', '12', '11', '10', '9', '8', '7', '6', '5'])
})

test('removes the withdrawn release by a rollback', () => {
  const restored = rolledBack(afterReleases('1', '2', '3'), 'mfe-tips')
  expect(versions(restored)).toEqual(['2', '1'])
  expect(versions(rolledBack(restored, 'mfe-tips'))).toEqual(['1'])
})

test('rejects the rollback of a first release and of an unknown name', () => {
  expect(() => rolledBack(afterReleases('1'), 'mfe-tips')).toThrow(
    'mfe-tips has no previous release: release it without menu and routes',
  )
  const shell = released({}, 'shell', pointer('1'))
  expect(() => rolledBack(shell, 'shell')).toThrow('shell has no previous release: release a corrected one')
  expect(() => rolledBack({}, 'mfe-tips')).toThrow('never been released')
})

test('stores a canary beside the current release until it ends or is released', () => {
  const names = canaryStarted(afterReleases('1', '2'), 'mfe-tips', pointer('3'), { percent: 10 })
  expect(names['mfe-tips']?.canary).toEqual({ ...pointer('3'), percent: 10 })
  expect(versions(names)).toEqual(['2', '1'])
  expect(canaryEnded(names, 'mfe-tips')).toEqual(afterReleases('1', '2'))
  const promoted = released(names, 'mfe-tips', pointer('3'))
  expect(versions(promoted)).toEqual(['3', '2', '1'])
  expect(promoted['mfe-tips']?.canary).toBeUndefined()
})

test('rejects a canary of a remote without a current release, and says how it gets one', () => {
  expect(() => canaryStarted({}, 'mfe-tips', pointer('1'), { percent: 10 })).toThrow(
    'mfe-tips has no current release here, which the other browsers would get: release it, or promote it without --percent, once',
  )
})

test('rejects the current release as a canary', () => {
  expect(() => canaryStarted(afterReleases('1'), 'mfe-tips', pointer('1'), { percent: 10 })).toThrow('current already')
})

test('leaves other names unchanged', () => {
  const names = released(afterReleases('1'), 'mfe-payouts', pointer('9'))
  expect(rolledBack(released(names, 'mfe-tips', pointer('2')), 'mfe-tips')).toEqual(names)
})
