import { readdir, readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { formatMetrics } from '../../backup/check-restore.ts'
import { sharedApi } from '../../http/testing/test-api.ts'
import { addLiveReleases } from '../telemetry/live-releases.ts'

// Prometheus and Grafana do not report a wrong name: the chart stays empty and the alert never fires.

type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const deploy = new URL('../../../../docs/deploy/', import.meta.url)
const rules = await readFile(new URL('alerts.yml', deploy), 'utf8')
const alerts = [...rules.matchAll(/- alert: (\w+)\n +expr: (?:>-\n)?(.+(?:\n {10}.+)*)/g)].map(
  ([, name = '', expression = '']) => [name, expression] as const,
)
const files = await readdir(new URL('grafana/', deploy))
const dashboards = await Promise.all(
  files.map(async (file): Promise<[string, Dashboard]> => {
    const text = await readFile(new URL(`grafana/${file}`, deploy), 'utf8')
    return [file, JSON.parse(text)]
  }),
)
/** Every expression of PromQL, by its location. */
const expressions = [
  ...alerts,
  ...dashboards.flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [`${file}: ${title}`, expr] as const)),
  ),
]

const api = sharedApi()
/** The labels of each metric's series. A metric without a series has no entry. */
const labelsByMetric = new Map<string, Set<string>>()
/** The series of histograms have other names. */
const histograms = new Set<string>()

beforeAll(async () => {
  await addLiveReleases(api.db, [{ remote: 'mfe-tips', version: 't1' }])
  await api.browser().post('/telemetry', { events: [{ kind: 'error', remote: 'mfe-tips', version: 't1' }] })
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const response = await api.app.inject({ url: '/metrics', headers })
  // The check of restores has its metrics in a file.
  const body = response.body + formatMetrics({ seconds: 1, compared: 1, newestChangeSeconds: 1 })
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    if (type === 'histogram') histograms.add(name)
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name]
    for (const each of names) labelsByMetric.set(each, new Set())
  }
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelsByMetric.get(name)?.add(label)
  }
  // Prometheus adds `up`, and the labels of the target.
  labelsByMetric.set('up', new Set())
})

/** `{…}`, `by (…)` and `on (…)`, where an expression names labels. */
const labelLists = /\{[^}]*\}|\b(?:by|on) \([^)]*\)/g

/** The metrics and labels that an expression names; `promtool` checks its grammar (.ci/monitoring.test.ts). */
function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const text = expression.replaceAll(/"[^"]*"|\$\w+/g, '')
  const words = text.replaceAll(labelLists, '').match(/\b[a-z_]\w*\b(?! *\()/g) ?? []
  const lists = text.match(labelLists)?.join() ?? ''
  return {
    metrics: words.filter((word) => word !== 'and' && word !== 'or'),
    labels: (lists.match(/\w+/g) ?? []).filter((word) => word !== 'by' && word !== 'on'),
  }
}

test('metrics, rules and dashboards were found', () => {
  expect(labelsByMetric.size).toBeGreaterThan(40)
  expect(histograms).toContain('portal_http_request_duration_seconds')
  expect(alerts.length).toBe(rules.match(/- alert:/g)?.length)
  expect(dashboards.length).toBe(3)
})

test.each(expressions)('%s names metrics and labels that exist', (_, expression) => {
  const { metrics, labels } = namesIn(expression)
  expect(metrics.length).toBeGreaterThan(0)
  expect(metrics.filter((name) => !labelsByMetric.has(name))).toEqual([])
  const sets = metrics.map((name) => labelsByMetric.get(name) ?? new Set<string>())
  // A metric without a series has unknown labels.
  if (sets.some(({ size }) => size === 0)) return
  const known = new Set(['instance', 'job', ...sets.flatMap((set) => [...set])])
  expect(labels.filter((label) => !known.has(label))).toEqual([])
})

test('all names of an expression are found', () => {
  expect(namesIn('max by (bank, kind) (a{status="x {y}",kind=~"z"}) > 2 * sum(rate(b[5m])) and on (bank) c')).toEqual({
    metrics: ['a', 'b', 'c'],
    labels: ['bank', 'kind', 'status', 'kind', 'bank'],
  })
})
