import type { MenuIcon } from '@portal/shared/manifest'

export type NewRemote = {
  /** For `schedule`, the remote is `mfe-schedule` and its page is `/schedule`. */
  subject: string
  /** The name of the page, of the menu item and of the tab of the browser. */
  title: string
  icon: MenuIcon
}

/** Returns the files of a new remote of this repository by their paths in it. */
export function newRemoteFiles(remote: NewRemote): Record<string, string> {
  const name = `mfe-${remote.subject}`
  return {
    [`${name}/package.json`]: packageJson(name),
    ...remoteFiles(remote),
    [`e2e/tests/${remote.subject}.spec.ts`]: journey(remote),
  }
}

/**
 * Returns the files of a new remote that do not depend on the repository: a page for default employees that calls the
 * API, its menu item and its tests.
 */
export function remoteFiles({ subject, title, icon }: NewRemote): Record<string, string> {
  const remote = `mfe-${subject}`
  const page = `features/${subject}/${subject}-page`
  const component = `${`-${subject}`.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Page`
  return {
    [`${remote}/webpack.config.ts`]: `import { remoteBundle } from '@portal/sdk/bundler'

export default remoteBundle(import.meta.dirname)
`,
    [`${remote}/manifest.ts`]: `import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: '${remote}',
  paths: ['/${subject}'],
  routes: [{ path: '/${subject}', title: '${title}', layout: 'main', requires: 'default-employee' }],
  menu: [
    { path: '/${subject}', label: '${title}', icon: '${icon}', group: 'Меню', order: 9, requires: 'default-employee' },
  ],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli; a release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_000, page: 10_000 }
`,
    [`${remote}/remote.ts`]: `import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/${subject}': () => import('./${page}.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
`,
    [`${remote}/${page}.tsx`]: `import { getBalance } from '@portal/contracts/balance'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Amount } from '@portal/shared/ui/amount'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'

function ${component}() {
  const { restaurant } = useCurrentEmployee()
  return (
    <Panel title="${title}">
      <QueryBoundary skeleton={<Skeleton width={96} height={20} />}>
        <Balance restId={restaurant.id} />
      </QueryBoundary>
      <EmptyState icon="${icon}" title={restaurant.name} text="Здесь пока ничего нет" />
    </Panel>
  )
}

function Balance({ restId }: { restId: string }) {
  const { data } = useSuspenseQuery(apiQuery(getBalance, { params: { restId } }))
  return <Amount rubles={data.balance} />
}

export { ${component} as Component }
`,
    [`${remote}/${page}.test.tsx`]: `import { getBalance } from '@portal/contracts/balance'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './${subject}-page.tsx'

beforeEach(() => {
  stub(getBalance, () => ({ balance: 1000, avg_sum: 100, pending: 0, updated_at: '2026-11-20T10:00:00Z' }))
})

test('shows the current restaurant and its balance', async () => {
  renderPage(Component)
  expect(screen.getByText('Берёзка')).toBeDefined()
  expect(await screen.findByText(/^1\\s000\\s₽$/)).toBeDefined()
})
`,
  }
}

function journey({ subject, title }: NewRemote): string {
  return `import { expect, test } from '../fixtures.ts'

test('a default employee opens «${title}» from the menu', { tag: '@mfe-${subject}' }, async ({ page, newUser, signInAs, isMobile }) => {
  await signInAs(await newUser('Мария Котова', [{ isDefault: true }]))
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('link', { name: '${title}' }).click()
  await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
})

test('a user who may not open «${title}» is redirected home', { tag: '@mfe-${subject}' }, async ({ page, newUser, signInAs }) => {
  await signInAs(await newUser())
  await page.goto('/${subject}')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})
`
}

function packageJson(remote: string): string {
  const catalog = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'catalog:']))
  const content = {
    name: `@portal/${remote}`,
    private: true,
    type: 'module',
    dependencies: { '@portal/contracts': 'workspace:*', '@portal/shared': 'workspace:*', ...catalog(['react']) },
    devDependencies: {
      '@portal/sdk': 'workspace:*',
      ...catalog(['@testing-library/react', '@types/react', 'vite', 'vitest']),
    },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}
