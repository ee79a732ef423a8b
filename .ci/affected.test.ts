import { describe, expect, test } from 'vitest'
import { affectedBy } from './affected.ts'
import { dependentsOf, type Graph, importGraph } from './import-graph.ts'

/** A small repository: files by their texts. */
const repository: Record<string, string> = {
  'shared/contracts/tips.ts': '',
  'shared/contracts/team.ts': '',
  'shared/format/money.ts': '',
  'shared/ui/chart/chart.tsx': "import { money } from '../../format/money.ts'",
  'shell/src/frame.tsx': "import { money } from '../../shared/format/money.ts'",
  'shell/src/frame.test.tsx': "import { Frame } from './frame.tsx'",
  'mfe-tips/remote.ts': "export const pages = { '/': () => import('./page.tsx') }",
  'mfe-tips/page.tsx':
    "import { Chart } from '../shared/ui/chart/chart.tsx'\nimport { listTips } from '../shared/contracts/tips.ts'",
  'mfe-tips/page.test.tsx': "import { Component } from './page.tsx'",
  'mfe-tips/manifest.ts': "paths: ['/', '/billing']",
  'mfe-team/manifest.ts': "paths: ['/team']",
  'mfe-team/page.tsx': "import type { Team } from '../shared/contracts/team.ts'",
  'mfe-team/page.test.tsx': "import { Component } from './page.tsx'",
  'api/src/app.ts':
    "import { tipsRoutes } from './tips/routes.ts'\nimport { teamRoutes } from './team/routes.ts'\nimport './worker.ts'",
  'api/src/worker.ts': '',
  'api/src/tips/routes.ts':
    "import { listTips } from '../../../shared/contracts/tips.ts'\nimport { list } from './list.ts'",
  'api/src/tips/list.ts': '',
  'api/src/tips/list.test.ts': "import { list } from './list.ts'",
  'api/src/team/routes.ts': "import { listTeam } from '../../../shared/contracts/team.ts'",
  'platform/start/start.ts': "import { app } from '../../api/src/app.ts'",
  'platform/dev/new-remote.ts': '',
  'e2e/fixtures.ts': '',
  'e2e/start-portal.ts': "spawn('node', ['platform/start/start.ts'])",
  'e2e/tests/tips.spec.ts': "import '../fixtures.ts'\ntest('a tip', { tag: '@mfe-tips' }, async () => {})",
  'e2e/tests/team.spec.ts': "import '../fixtures.ts'\ntest('a team', { tag: '@mfe-team' }, async () => {})",
  'e2e/tests/back.spec.ts': "import '../fixtures.ts'\ntest('back', { tag: '@remotes' }, async () => {})",
  'e2e/tests/menu.spec.ts': "import '../fixtures.ts'\ntest('the menu', async () => {})",
  'e2e/tests/tabs.spec.ts': "import '../fixtures.ts'\ntest('tabs', async () => goto('/billing?type=tip'))",
  'e2e/tests/sign-in.spec.ts': "import '../fixtures.ts'\ntest('sign-in', async () => goto('/'))",
  'e2e/tests/screens.spec.ts': '',
  'e2e/tests/new-remote.spec.ts': "run('platform/dev/new-remote.ts')",
  'e2e/replicas/nginx.ts': "readFile('docs/deploy/nginx.conf')",
  'e2e/replicas/replicas.spec.ts': "import './nginx.ts'",
  'docs/deploy/nginx.conf': '',
}

const graph: Graph = importGraph(Object.keys(repository), (file) => repository[file] ?? '')
const allSpecs = Object.keys(repository).filter((file) => /^e2e\/tests\//.test(file))

const ofTips = ['tips', 'back', 'tabs'].map((name) => `e2e/tests/${name}.spec.ts`)

function affected(file: string) {
  const { units, specs, screens, ...rest } = affectedBy([file], graph, (spec) => repository[spec] ?? '')
  return { units: [...units.keys()], specs: [...specs.keys()], screens: [...screens.keys()], ...rest }
}

describe('a change of', () => {
  test('a page concerns its unit tests, the journeys of its remote, of all remotes and of its addresses, and its screens', () => {
    const { units, specs, screens, engines, replicas } = affected('mfe-tips/page.tsx')
    expect(units).toEqual(['mfe-tips/page.test.tsx'])
    expect(specs).toEqual(ofTips)
    expect(screens).toEqual(['@mfe-tips'])
    expect(engines).toBe('mfe-tips/page.tsx')
    expect(replicas).toBeUndefined()
  })

  test('a widget concerns the remotes that import it, also by way of others', () => {
    expect(affected('shared/ui/chart/chart.tsx').specs).toEqual(ofTips)
  })

  test('what the shell imports concerns every journey', () => {
    const { units, specs, screens, engines } = affected('shared/format/money.ts')
    expect(units).toEqual(['shell/src/frame.test.tsx', 'mfe-tips/page.test.tsx'])
    expect(specs).toEqual(allSpecs)
    expect(screens).toEqual([])
    expect(engines).toBe('shared/format/money.ts → shell/src/frame.tsx')
  })

  test('a part of the API concerns the remotes that make its calls, and no screens of others', () => {
    const { units, specs, screens } = affected('api/src/tips/list.ts')
    expect(units).toEqual(['api/src/tips/list.test.ts'])
    expect(specs).toEqual(ofTips)
    expect(screens).toEqual(['@mfe-tips'])
  })

  test('a type of a contract concerns the remote that imports it', () => {
    expect(affected('shared/contracts/team.ts').specs).toContain('e2e/tests/team.spec.ts')
    expect(affected('shared/contracts/team.ts').specs).not.toContain('e2e/tests/tips.spec.ts')
  })

  test.each(['api/src/worker.ts', 'api/migrations/0001_tips.sql', 'platform/start/start.ts'])(
    '%s, which each page may depend on, concerns every journey',
    (file) => expect(affected(file).specs).toEqual(allSpecs),
  )

  test('a command concerns the journeys that start it by its path', () => {
    expect(affected('platform/dev/new-remote.ts').specs).toEqual(['e2e/tests/new-remote.spec.ts'])
  })

  test('a document concerns what reads it', () => {
    expect(affected('docs/deploy/nginx.conf')).toMatchObject({ specs: [], replicas: 'docs/deploy/nginx.conf' })
  })

  test('a snapshot concerns its screen', () => {
    expect(affected('e2e/snapshots/360-light/tips-loaded.png').screens).toEqual(['tips-loaded'])
  })

  test('a test concerns itself alone', () => {
    expect(affected('mfe-tips/page.test.tsx')).toMatchObject({
      units: ['mfe-tips/page.test.tsx'],
      specs: [],
      screens: [],
    })
    expect(affected('e2e/tests/menu.spec.ts').specs).toEqual(['e2e/tests/menu.spec.ts'])
  })

  test.each(['pnpm-lock.yaml', 'tsconfig.base.json'])('%s concerns everything', (file) => {
    expect(affected(file).everything).toBe(`${file} concerns every package`)
  })
})

test('a circle of imports ends', () => {
  const circle = new Map([
    ['a.ts', new Set(['b.ts'])],
    ['b.ts', new Set(['a.ts'])],
  ])
  expect([...dependentsOf(circle, ['a.ts']).keys()]).toEqual(['a.ts', 'b.ts'])
})
