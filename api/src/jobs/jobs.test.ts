import { beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../http/log.ts'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import { type Job, Jobs } from './jobs.ts'

let lines: string[]
let metrics: Metrics
let jobs: Jobs
/** The runs of the job `mail` that have begun. Each lasts until it is resolved. */
let runs: (PromiseWithResolvers<number> & { stopping: AbortSignal })[]

const mail: Job = {
  name: 'mail',
  everyMs: 1_000,
  run(stopping) {
    const run = { ...Promise.withResolvers<number>(), stopping }
    runs.push(run)
    return run.promise
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  runs = []
  metrics = createMetrics()
  jobs = new Jobs({ log: createLog('warn', { write: (line) => lines.push(line) }), metrics })
  return () => vi.useRealTimers()
})

/** Ends the newest run, and lets the time pass. */
async function endRun(count: number, thenMs: number): Promise<void> {
  runs.at(-1)?.resolve(count)
  await vi.advanceTimersByTimeAsync(thenMs)
}

test('a job runs at the start, and again after its interval, and never overlaps with itself', async () => {
  jobs.start([mail])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(runs).toHaveLength(1)
  await endRun(0, 999)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(2)
})

test('a run that found work is followed by the next one immediately', async () => {
  jobs.start([mail])
  await endRun(50, 0)
  expect(runs).toHaveLength(2)
})

test('a trigger runs a job immediately', async () => {
  jobs.start([mail])
  await endRun(0, 0)
  jobs.trigger('mail')
  await vi.advanceTimersByTimeAsync(0)
  expect(runs).toHaveLength(2)
})

test('triggers during a run lead to one more run', async () => {
  jobs.start([mail])
  jobs.trigger('mail')
  jobs.trigger('mail')
  expect(runs).toHaveLength(1)
  await endRun(0, 0)
  expect(runs).toHaveLength(2)
  await endRun(0, 999)
  expect(runs).toHaveLength(2)
})

test('a failure is logged with the name of the job and counted, and the next run comes', async () => {
  jobs.start([mail])
  runs[0]?.reject(new Error('no connection'))
  await vi.advanceTimersByTimeAsync(1_000)
  await endRun(0, 0)
  expect(runs).toHaveLength(2)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { job: 'mail', msg: 'the job mail failed', err: { message: 'no connection' } },
  ])
  const text = await metrics.text()
  expect(text).toContain('portal_job_runs_total{job="mail",result="failed"} 1\n')
  expect(text).toContain('portal_job_runs_total{job="mail",result="done"} 1\n')
})

test('the stop aborts the signal of a run, waits for its end, and begins no other', async () => {
  const events: string[] = []
  jobs.start([{ ...mail, stop: async () => void events.push('deliveries ended') }])
  jobs.trigger('mail')
  const stopped = jobs.stop().then(() => events.push('stopped'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs[0]?.stopping.aborted).toBe(true)
  expect(events).toEqual([])
  await endRun(50, 60_000)
  await stopped
  expect(events).toEqual(['deliveries ended', 'stopped'])
  jobs.trigger('mail')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(runs).toHaveLength(1)
  expect(lines).toEqual([])
})

test('the stop waits ten seconds for a run, which it names in the log, and for no pause', async () => {
  jobs.start([mail, { ...mail, name: 'hourly', everyMs: 3_600_000, run: async () => {} }])
  const stopped = jobs.stop()
  await vi.advanceTimersByTimeAsync(10_000)
  await stopped
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ jobs: ['mail'] }])
})
