import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPrometheus } from './servers.ts'
import { root } from './step.ts'

type Panel = { gridPos: { x: number; y: number; w: number; h: number }; targets: { expr: string }[] }
type Dashboard = { uid: string; title: string; panels: Panel[] }

const deploy = join(root, 'docs/deploy')
const alerts = join(deploy, 'alerts.yml')
const dashboards = globSync(join(deploy, 'grafana/*.json')).map((path): [string, Dashboard] => [
  basename(path),
  JSON.parse(readFileSync(path, 'utf8')),
])

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-monitoring-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function checkRules(path: string) {
  const { status, stdout, stderr } = spawnSync(findPrometheus('promtool'), ['check', 'rules', path], {
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

function checkExpressions(expressions: string[]) {
  const rules = expressions.map((expr, index) => ({
    record: `expression_${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }))
  const path = join(folder, 'rules.yml')
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  return checkRules(path)
}

test('the alerts are rules of Prometheus', () => {
  expect(checkRules(alerts)).toEqual({ status: 0, output: expect.stringMatching(/SUCCESS: \d+ rules found/) })
})

describe.each(dashboards)('%s', (_, { uid, title, panels }) => {
  test('has expressions of Prometheus', () => {
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(checkExpressions(expressions)).toEqual({
      status: 0,
      output: expect.stringMatching(/SUCCESS: \d+ rules found/),
    })
  })

  test('is a dashboard whose panels do not overlap', () => {
    expect(uid).toMatch(/^chaevye-/)
    expect(title).toMatch(/^Чаевые: /)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) => {
      expect(x + w).toBeLessThanOrEqual(24)
      return Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`)
    })
    expect(new Set(cells).size).toBe(cells.length)
  })
})

test('an expression with a function that does not exist is found', () => {
  expect(checkExpressions(['sum(raet(portal_payouts[5m]))'])).toEqual({
    status: 1,
    output: expect.stringContaining('unknown function with name "raet"'),
  })
})

test('the runbook has a section for each alert, and for nothing else', () => {
  const runbook = readFileSync(join(root, 'docs/runbook.md'), 'utf8')
  const sections = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  const names = [...readFileSync(alerts, 'utf8').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(sections.sort()).toEqual(names.sort())
  for (const section of runbook.split(/^### /m).slice(1)) {
    expect(section).toMatch(/\*\*Means\*\*[\s\S]*\*\*Do\*\*/)
  }
})
