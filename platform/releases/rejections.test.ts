import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRejections, recordRejection } from './rejections.ts'
import { createTestStores } from './testing/test-stores.ts'

const { stores } = createTestStores()
const tips = { name: 'mfe-tips', version: '3f2a' }
const lines: string[] = []
const report = (line: string) => void lines.push(line)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  lines.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each(stores)('%s', (_, open) => {
  // spec: 9.73
  test('returns the newest rejections first, with who, what and why', async () => {
    const store = open()
    vi.setSystemTime('2026-11-23T09:30:00Z')
    await recordRejection(store, { by: 'anna', releases: [tips], problems: ['too heavy'] }, report)
    vi.setSystemTime('2026-11-23T09:31:00Z')
    await recordRejection(store, { releases: [tips], problems: ['no such call', 'too heavy'] }, report)
    expect(await readRejections(store, 10)).toMatchObject([
      { releases: [tips], problems: ['no such call', 'too heavy'] },
      { by: 'anna', releases: [tips], problems: ['too heavy'], at: '2026-11-23T09:30:00.000Z' },
    ])
    expect(await readRejections(store, 1)).toHaveLength(1)
    expect(lines).toEqual([])
  })

  test('leaves out what is no record', async () => {
    const store = open()
    await store.rejections.write('20261123T093000123Z-3f2a91c0.json', '{"at":"2026-11-23T09:30:00Z","problems":"all"')
    await store.rejections.write(
      '20261123T093000124Z-3f2a91c0.json',
      '{"at":"2026-11-23T09:30:00Z","releases":[{}],"problems":[]}',
    )
    expect(await readRejections(store, 10)).toEqual([])
  })

  test('retains the newest fifty rejections', async () => {
    const store = open()
    for (let count = 0; count < 52; count++)
      await recordRejection(store, { releases: [tips], problems: [String(count)] }, report)
    expect(await store.rejections.list()).toHaveLength(50)
  })
})

test('shortens hundreds of long problems', async () => {
  const [, open] = stores[0] as (typeof stores)[number]
  const store = open()
  const problems = Array.from({ length: 300 }, () => 'x'.repeat(2_000))
  await recordRejection(store, { releases: [tips], problems }, report)
  const [rejection] = await readRejections(store, 1)
  expect(rejection?.problems.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => 500))
})

test('reports that a rejection could not be recorded', async () => {
  const [, open] = stores[0] as (typeof stores)[number]
  const store = open()
  const write = async () => Promise.reject(new Error('the disk is full'))
  const failing = { ...store, rejections: { ...store.rejections, write } }
  await recordRejection(failing, { releases: [tips], problems: ['too heavy'] }, report)
  expect(lines).toEqual(['The rejection was not recorded: the disk is full'])
})
