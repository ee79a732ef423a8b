import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReleaseHealth } from '@portal/contracts/telemetry'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canaryStarted, released } from '../registry.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { endBadCanaries } from './end-bad-canaries.ts'

let folder: string
let releases: ReleaseStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'canaries-'))
  releases = createFolderStore(folder)
  await changeRegistry(releases, 'release', (names) =>
    canaryStarted(released(names, 'mfe-tips', pointer('1')), 'mfe-tips', pointer('2'), { percent: 10 }),
  )
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at: '2026-11-21T12:00:00.000Z' })

function health(version: string, errors: number): ReleaseHealth {
  const times = { first_seen: '2026-11-21T12:00:00Z', last_seen: '2026-11-21T12:00:00Z' }
  const counts = { starts: 100, errors, load_failures: 0, csp_violations: 0, reporters: 100, failed_reporters: errors }
  const restaurants = { restaurants: 100, failed_restaurants: errors, all_restaurants: 100, failed_share: errors / 100 }
  return { remote: 'mfe-tips', version, ...counts, ...restaurants, p75: {}, ...times }
}

async function canary() {
  return (await readRegistry(releases)).names['mfe-tips']?.canary?.version
}

test('withdraws a canary that fails more than the current release, which stays', async () => {
  const why = 'mfe-tips 2 is withdrawn: 20.0 % failed of 100 starts; the current release: 1.0 % failed of 100 starts'
  expect(await endBadCanaries(releases, async () => [health('1', 1), health('2', 20)])).toEqual([why])
  expect(await canary()).toBeUndefined()
  const { names, reason } = await readRegistry(releases)
  expect(names['mfe-tips']?.current.version).toBe('1')
  expect(reason).toBe(why)
})

test('only one of several concurrent processes withdraws it and logs that', async () => {
  const seen = async () => [health('1', 1), health('2', 20)]
  const { sequence } = await readRegistry(releases)
  const done = await Promise.all(Array.from({ length: 5 }, () => endBadCanaries(releases, seen)))
  expect(done.flat()).toHaveLength(1)
  expect((await readRegistry(releases)).sequence).toBe(sequence + 1)
  expect((await releases.listRegistries()).length).toBe(sequence + 1)
})

test('leaves a canary that fails no more than the current release', async () => {
  expect(await endBadCanaries(releases, async () => [health('1', 1), health('2', 2)])).toEqual([])
  expect(await canary()).toBe('2')
})

test('does not count errors of another release for the canary', async () => {
  await endBadCanaries(releases, async () => [health('1', 1), health('0', 90), health('2', 0)])
  expect(await canary()).toBe('2')
})

test('does not withdraw a canary that started meanwhile for the previous one', async () => {
  await endBadCanaries(releases, async () => {
    await changeRegistry(releases, 'canary', (names) => canaryStarted(names, 'mfe-tips', pointer('3'), { percent: 10 }))
    return [health('1', 0), health('2', 50)]
  })
  expect(await canary()).toBe('3')
})

test('requests no health when there is no canary', async () => {
  await changeRegistry(releases, 'release', (names) => released(names, 'mfe-tips', pointer('2')))
  const failOnRequest = async () => {
    throw new Error('requested')
  }
  expect(await endBadCanaries(releases, failOnRequest)).toEqual([])
})
