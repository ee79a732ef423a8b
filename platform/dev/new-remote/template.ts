/**
 * Returns the files of a new remote by their paths in the repository: for the `subject` `schedule` the remote `mfe-schedule`, the
 * page `/schedule` for default employees, its menu item and its tests.
 */
export function newRemoteFiles(subject: string): Record<string, string> {
  const remote = `mfe-${subject}`
  const page = `features/${subject}/${subject}-page`
  const title = subject[0]?.toUpperCase() + subject.slice(1)
  const component = `${title.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Page`
  return {
    [`${remote}/package.json`]: packageJson(remote),
    [`${remote}/tsconfig.json`]: tsconfig,
    [`${remote}/tsconfig.test.json`]: testTsconfig,
    [`${remote}/vitest.config.ts`]: `import { browserTests } from '@portal/shared/testing/browser-tests'

export default browserTests('${remote}')
`,
    [`${remote}/webpack.config.ts`]: `import { remoteBundle } from '@portal/platform/bundler/webpack'

export default remoteBundle(import.meta.dirname)
`,
    [`${remote}/manifest.ts`]: `import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: '${remote}',
  paths: ['/${subject}'],
  routes: [{ path: '/${subject}', title: '${title}', layout: 'main', requires: 'default-employee' }],
  menu: [
    { path: '/${subject}', label: '${title}', icon: 'tips', group: 'Меню', order: 9, requires: 'default-employee' },
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
    [`${remote}/${page}.tsx`]: `import { useCurrentEmployee } from '@portal/shared/session/store'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'

function ${component}() {
  const { restaurant } = useCurrentEmployee()
  return (
    <Panel title="${title}">
      <EmptyState icon="tips" title={restaurant.name} text="Здесь пока ничего нет" />
    </Panel>
  )
}

export { ${component} as Component }
`,
    [`${remote}/${page}.test.tsx`]: `import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Component } from './${subject}-page.tsx'

test('the page is about the current restaurant', () => {
  renderPage(Component)
  expect(screen.getByText('Берёзка')).toBeDefined()
})
`,
    [`e2e/tests/${subject}.spec.ts`]: `import { expect, test } from '../fixtures.ts'

test('a default employee opens «${title}» from the menu', async ({ page, newWaiter, signInAs, isMobile }) => {
  await signInAs(await newWaiter('Мария Котова', [{ isDefault: true }]))
  await page.goto('/')
  if (isMobile) await page.getByRole('button', { name: 'Открыть меню' }).click()
  await page.getByRole('link', { name: '${title}' }).click()
  await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
})

test('a user who may not open «${title}» is redirected home', async ({ page, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  await page.goto('/${subject}')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})
`,
  }
}

function packageJson(remote: string): string {
  const catalog = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'catalog:']))
  const content = {
    name: `@portal/${remote}`,
    private: true,
    type: 'module',
    scripts: { test: 'exec node ../run.mjs .ci/test-package.ts' },
    dependencies: { '@portal/shared': 'workspace:*', ...catalog(['react']) },
    devDependencies: {
      '@portal/platform': 'workspace:*',
      ...catalog(['@testing-library/react', '@types/react', 'vite', 'vitest']),
    },
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

const tsconfig = `{
  "extends": "../tsconfig.browser.json",
  "references": [{ "path": "../shared" }]
}
`

const testTsconfig = `{
  "extends": "../tsconfig.test.json",
  "references": [
    { "path": "." },
    { "path": "../platform/bundler" },
    { "path": "../shared/tsconfig.test.json" }
  ]
}
`
