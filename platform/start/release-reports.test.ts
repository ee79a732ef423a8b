import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportLiveReleases as contract } from '@portal/contracts/telemetry'
import Fastify from 'fastify'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { canaryStarted, released } from '../releases/registry.ts'
import { changeRegistry } from '../releases/releases.ts'
import { createFolderStore } from '../releases/stores/folder-store.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { startReleaseReports } from './release-reports.ts'

const token = 'a-token-of-this-test'
const pointer = (version: string) => ({ version, integrity: `sha256-${version}`, at: '2026-11-21T12:00:00.000Z' })
const lines: string[] = []
const log = {
  info: (message: string) => lines.push(message),
  error: (_: unknown, message: string) => lines.push(message),
}

let releases: ReleaseStore
beforeEach(() => {
  lines.length = 0
  const folder = mkdtempSync(join(tmpdir(), 'report-live-'))
  releases = createFolderStore(folder)
  return () => rmSync(folder, { recursive: true })
})

/** Starts an API that stores reports as `mfe-tips 1, mfe-tips 2`. */
async function fakeApi() {
  const reports: string[] = []
  const api = Fastify()
  api.post(`/api/v1${contract.path}`, async ({ body, headers }, reply) => {
    if (headers.authorization !== `Bearer ${token}`) return reply.code(401).send()
    const { releases } = contract.body.parse(body)
    reports.push(
      releases
        .map(({ remote, version }) => `${remote} ${version}`)
        .sort()
        .join(', '),
    )
    return reply.code(204).send()
  })
  onTestFinished(() => api.close())
  return { reports, origin: await api.listen({ host: '127.0.0.1', port: 0 }) }
}

test('reports all releases of the registry at the start and after each change, including canaries and earlier ones', async () => {
  await changeRegistry(releases, 'release', (names) => released(names, 'mfe-tips', pointer('1')))
  const { reports, origin } = await fakeApi()
  const reporting = startReleaseReports(releases, { origin, token }, log)
  onTestFinished(() => reporting.stop())
  await expect.poll(() => reports).toEqual(['mfe-tips 1'])
  await changeRegistry(releases, 'release', (names) =>
    canaryStarted(released(names, 'mfe-tips', pointer('2')), 'mfe-tips', pointer('3'), { percent: 10 }),
  )
  await expect.poll(() => reports).toEqual(['mfe-tips 1', 'mfe-tips 1, mfe-tips 2, mfe-tips 3'])
  expect(lines).toEqual([])
})

test('logs that the API rejects the report', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { reports, origin } = await fakeApi()
  const reporting = startReleaseReports(releases, { origin, token: 'another-token' }, log)
  onTestFinished(() => reporting.stop())
  while (lines.length === 0) {
    await vi.waitUntil(() => vi.getTimerCount() > 0, 60_000)
    await vi.advanceTimersByTimeAsync(5_000)
  }
  expect(lines).toEqual(['The live releases could not be reported to the API'])
  expect(reports).toEqual([])
})

test('logs that the token is missing', () => {
  startReleaseReports(releases, { origin: 'http://127.0.0.1:1', token: undefined }, log).stop()
  expect(lines).toEqual(['Telemetry of releases does not count: METRICS_TOKEN is missing'])
})
