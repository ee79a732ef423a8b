import { readdir, readFile } from 'node:fs/promises'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { metricsOf } from '../../backup/check-restore.ts'
import { type TestApi, testApi } from '../../http/testing.ts'
import { addLiveReleases } from '../telemetry/live-releases.ts'

// Rules and dashboards are read by programs that report a wrong name as no data: a chart stays empty,
// an alert never fires.

type Rule = {
  alert: string
  expr: string
  for?: string
  labels?: Record<string, string>
  annotations: { summary: string }
}
type Panel = { title: string; type: string; gridPos: object; targets: { expr: string; legendFormat: string }[] }
type Dashboard = { uid: string; title: string; panels: Panel[] }

const docs = new URL('../../../../docs/', import.meta.url)
const { groups }: { groups: { name: string; rules: Rule[] }[] } = parse(
  await readFile(new URL('deploy/alerts.yml', docs), 'utf8'),
)
const rules = groups.flatMap((group) => group.rules)
const grafana = new URL('deploy/grafana/', docs)
const dashboards: [string, Dashboard][] = await Promise.all(
  (await readdir(grafana)).map(
    async (file) => [file, JSON.parse(await readFile(new URL(file, grafana), 'utf8'))] as const,
  ),
)
/** Every expression of PromQL, by where it stands. */
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboards.flatMap(([file, { panels }]) =>
    panels.flatMap(({ title, targets }) =>
      targets.map(({ expr }) => [`${file}: ${title}`, expr.replaceAll('$__rate_interval', '5m')] as const),
    ),
  ),
]

let api: TestApi
/** By metric: the labels of its series; none where no series exists yet. */
const labelsOf = new Map<string, Set<string>>()
/** Histograms have series of other names. */
const histograms = new Set<string>()

beforeAll(async () => {
  api = await testApi()
  await addLiveReleases(api.db, [{ remote: 'mfe-tips', version: 't1' }])
  await api.browser().post('/telemetry', { events: [{ kind: 'error', remote: 'mfe-tips', version: 't1' }] })
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const response = await api.app.inject({ url: '/metrics', headers })
  // The check of restores has its metrics in a file.
  const body = response.body + metricsOf({ seconds: 1, compared: 1, newestChangeSeconds: 1 })
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
    if (type === 'histogram') histograms.add(name)
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'].map((suffix) => name + suffix) : [name]
    for (const each of names) labelsOf.set(each, new Set())
  }
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelsOf.get(name)?.add(label)
  }
  // Prometheus adds them: whether a target responds, and which one a series is of.
  labelsOf.set('up', new Set())
})
afterAll(() => api.close())

/** The texts of the nodes of this type in an expression. */
function textsOf(expression: string, type: string, within = ''): string[] {
  const texts: string[] = []
  parser.parse(expression).iterate({
    enter({ name, from, to, node }) {
      if (name === type && (!within || node.parent?.name === within)) texts.push(expression.slice(from, to))
    },
  })
  return texts
}

test('metrics, rules and dashboards were found', () => {
  expect(labelsOf.size).toBeGreaterThan(40)
  expect(histograms).toContain('portal_http_request_duration_seconds')
  expect(rules.length).toBeGreaterThan(15)
  expect(dashboards.length).toBe(3)
})

test.each(expressions)('%s is PromQL over metrics and labels that exist', (_, expression) => {
  expect(textsOf(expression, '⚠')).toEqual([])
  const names = textsOf(expression, 'Identifier', 'VectorSelector')
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !labelsOf.has(name))).toEqual([])
  const sets = names.map((name) => labelsOf.get(name) ?? new Set<string>())
  // A metric without a series has unknown labels.
  if (sets.some(({ size }) => size === 0)) return
  const known = new Set(['instance', 'job', ...sets.flatMap((labels) => [...labels])])
  expect(textsOf(expression, 'LabelName').filter((label) => !known.has(label))).toEqual([])
})

test('a wrong expression is found', () => {
  expect(textsOf('sum(rate(portal_payouts[5m])', '⚠')).not.toEqual([])
  expect(textsOf('portal_payouts > > 1', '⚠')).not.toEqual([])
  expect(textsOf('max by (bank) (portal_payouts{status="x"})', 'LabelName')).toEqual(['bank', 'status'])
})

test('rules have distinct names, durations of Prometheus and a first step', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, for: duration = '0s', annotations } of rules) {
    expect(alert).toMatch(/^[A-Z][A-Za-z]+$/)
    expect([alert, duration]).toEqual([alert, expect.stringMatching(/^\d+[smhd]$/)])
    expect(annotations.summary.length).toBeGreaterThan(20)
  }
})

test('the runbook has a section for each alert, and for nothing else', async () => {
  const runbook = await readFile(new URL('runbook.md', docs), 'utf8')
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort())
  for (const section of runbook.split(/^### /m).slice(1)) {
    expect(section).toMatch(/\*\*Means\*\*[\s\S]*\*\*Do\*\*[\s\S]*\*\*Tested\*\*/)
  }
})

describe.each(dashboards)('%s', (_, { uid, title, panels }) => {
  test('is a dashboard whose panels do not overlap', () => {
    expect(uid).toMatch(/^chaevye-/)
    expect(title).toMatch(/^Чаевые: /)
    const cells = panels.flatMap(({ gridPos }) => {
      const { x, y, w, h } = gridPos as Record<'x' | 'y' | 'w' | 'h', number>
      expect(x + w).toBeLessThanOrEqual(24)
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`)
    })
    expect(new Set(cells).size).toBe(cells.length)
  })
})
