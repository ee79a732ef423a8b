import { expect, test } from 'vitest'
import { canaryEnded, canaryStarted, type Names, type Registry, released, rolledBack } from '../registry.ts'
import { liveSince, releaseLog, withdrawnReleases } from './release-log.ts'

type Change = (names: Names) => Names

const pointer = (version: string) => ({
  version,
  integrity: `sha256-${version}`,
  at: `2026-11-2${version}T12:00:00.000Z`,
})

/** Returns the registries of these changes, newest first; `a` makes the first one, `b` the second one, and so on. */
function toRegistries(...changes: Change[]): Registry[] {
  let names: Names = {}
  return changes
    .map((change, index) => {
      names = change(names)
      const at = `2026-11-23T0${index}:00:00.000Z`
      return { sequence: index + 1, at, reason: 'test', by: 'abcdefgh'[index] as string, names }
    })
    .reverse()
}

const release =
  (version: string): Change =>
  (names) =>
    released(names, 'mfe-tips', pointer(version))
const canary =
  (version: string, percent: number): Change =>
  (names) =>
    canaryStarted(names, 'mfe-tips', pointer(version), { percent })
const rollback: Change = (names) => rolledBack(names, 'mfe-tips')
const endCanary: Change = (names) => canaryEnded(names, 'mfe-tips')
const signAgain: Change = (names) => names

const step = (kind: string, version: string, percent: number | null = null) => ({
  name: 'mfe-tips',
  kind,
  version,
  percent,
})

// spec: 9.71
test('names what each registry has changed and by whom, newest first', () => {
  const registries = toRegistries(
    release('1'),
    canary('2', 10),
    canary('2', 50),
    release('2'),
    signAgain,
    rollback,
    canary('3', 5),
    endCanary,
  )
  expect(releaseLog(registries).map(({ by, steps }) => [by, steps])).toEqual([
    ['h', [step('canary_ended', '3')]],
    ['g', [step('canary_started', '3', 5)]],
    ['f', [step('rolled_back', '1')]],
    ['d', [step('released', '2')]],
    ['c', [step('canary_started', '2', 50)]],
    ['b', [step('canary_started', '2', 10)]],
    ['a', [step('released', '1')]],
  ])
})

test('a release that was live before and is released again is no rollback', () => {
  const [entry] = releaseLog(toRegistries(release('1'), release('2'), release('1')))
  expect(entry?.steps).toEqual([step('released', '1')])
})

test('it is unknown what the oldest stored registry has changed', () => {
  const registries = toRegistries(release('1'), release('2'), release('3')).slice(0, 2)
  expect(releaseLog(registries).map(({ by }) => by)).toEqual(['c'])
})

test.each([
  ['released once', [release('1')], 'a'],
  ['released after another one', [release('1'), release('2'), signAgain], 'b'],
  ['live again after a rollback', [release('1'), release('2'), rollback, canary('3', 5)], 'c'],
])('a release that is %s is live since that registry', (_, changes, by) => {
  expect(liveSince(toRegistries(...changes), 'mfe-tips')?.by).toBe(by)
})

test('it is unknown since when a release is live when its registry was pruned', () => {
  expect(liveSince(toRegistries(release('1'), signAgain, signAgain).slice(0, 2), 'mfe-tips')).toBeUndefined()
})

test('a release that no page gets any more is withdrawn', () => {
  const registries = toRegistries(release('1'), release('2'), rollback, canary('3', 5), endCanary)
  expect(withdrawnReleases(registries, 'mfe-tips').map(({ version }) => version)).toEqual(['3', '2'])
  expect(withdrawnReleases(toRegistries(release('1'), release('2')), 'mfe-tips')).toEqual([])
})
