import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createMetrics } from './http/metrics.ts'
import { createTestApi } from './http/testing/test-api.ts'
import { jobList } from './job-list.ts'
import { Jobs } from './jobs/jobs.ts'

async function apiWithJobs() {
  const api = await createTestApi({ env: { PUSH_VAPID_KEYS: randomBytes(32).toString('base64') } })
  onTestFinished(api.close)
  return { log: api.log, list: () => jobList({ ...api, smsProviders: [] }) }
}

test('three processes run every job at the same time without a failure', async () => {
  const { log, list } = await apiWithJobs()
  const processes = [1, 2, 3].map(() => {
    const metrics = createMetrics()
    const jobs = new Jobs({ log, metrics })
    jobs.start(list())
    return { jobs, metrics }
  })
  for (const { jobs, metrics } of processes) {
    for (const { name } of list())
      await expect.poll(() => metrics.text()).toContain(`portal_job_runs_total{job="${name}",result="done"}`)
    expect(await metrics.text()).not.toContain('result="failed"')
    await jobs.stop()
  }
})

test.each(['runbook.md', 'deploy/alerts.yml'])('%s names lines of the log of jobs that exist', async (document) => {
  const { list } = await apiWithJobs()
  const text = await readFile(new URL(`../../docs/${document}`, import.meta.url), 'utf8')
  const named = [...text.matchAll(/«the job (\S+) failed»/g)].map(([, name]) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(list().map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})
