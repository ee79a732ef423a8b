import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@portal/command/free-ports'
import { createProgram, type Program, runForOutcome } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { grantRight } from '../fixtures/users.ts'
import { expect } from '../fixtures.ts'
import { test } from '../releases/sections.ts'
import { changeFile } from '../releases/working-copy.ts'

// A remote in an empty folder outside of this repository, with the packed SDK and the address of a portal.

const pageFile = 'mfe-rota/features/rota/rota-page.tsx'

let folder: string
let team: string
let development: Program | undefined

test.use({ hasOwnPortal: true })
// All tests take the repository as it was created, which takes longer than a test.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-repository-'))
  team = join(folder, 'team')
  await mkdir(team)
  await run(repository, ['platform/dev/sdk/pack.ts', '--out', folder])
  await promisify(execFile)('tar', ['-xzf', await packed(), '-C', folder])
  const create = join(folder, 'package/bin/create-portal-remote.js')
  await run(team, [create, 'rota', '--title', 'Смены', '--icon', 'calendar', '--sdk', `file:${await packed()}`])
  await install()
})

test.afterAll(async () => {
  await development?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

// spec: 12.1
test('a new remote follows the rules, passes its tests and compiles with the types of the live shell @phone', async ({
  portal,
}) => {
  await portalCommand(['lint'], portal.env)
  const careless = join(team, 'mfe-rota/careless.ts')
  await writeFile(careless, 'Object.assign(window, { rota: [] })\n')
  await expect(portalCommand(['lint'], portal.env)).rejects.toThrow('All remotes of the page share its globals')
  await rm(careless)

  await portalCommand(['test'], portal.env)
  expect(await portalCommand(['typecheck', '--portal', portal.url], portal.env)).toContain(
    'compatible with the types of shell',
  )
})

// spec: 12.1
test('a remote is written with made-up data and Fast Refresh @phone', async ({ newContext }) => {
  const source = join(team, pageFile)
  const address = /Чаевые: (\S+)/
  development = createProgram({
    command: process.execPath,
    args: ['node_modules/@portal/sdk/bin/portal.js', 'dev'],
    options: { cwd: team, env: { ...process.env, PORT: String(await freePort()) } },
    isReady: (output) => address.test(output),
  })
  await development.start()
  const page = await (await newContext()).newPage()
  await page.goto(address.exec(development.output())?.[1] ?? '')
  await expect(page.getByText('12 480,50 ₽')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await changeFile(source, (text) => text.replace('пока ничего нет', 'ничего нет'))
  await expect(page.getByText('Здесь ничего нет')).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  await changeFile(source, (text) => text.replace('ничего нет', 'пока ничего нет'))
  await development.end('SIGTERM')
})

// spec: 12.1
test('a remote is previewed and released by its repository, and lives beside one of a later SDK @phone', async ({
  context,
  portal,
  newUser,
  signInAs,
  database,
}) => {
  const env = { ...portal.env, PORTAL_ORIGIN: portal.url }
  const source = join(team, pageFile)
  const user = await newUser('Ольга Петрова', [{ isDefault: true }])
  await grantRight(database, user, 'releases')
  await signInAs(user)
  const page = await context.newPage()
  await test.step('a property that the live shell does not have is reported', async () => {
    await changeFile(source, (text) => text.replace('<Panel title=', '<Panel heading="" title='))
    await expect(portalCommand(['release', 'mfe-rota', '--no-tests'], env)).rejects.toThrow('Against this SDK')
    await changeFile(source, (text) => text.replace('<Panel heading="" title=', '<Panel title='))
  })

  await test.step('it is not released while one of its tests fails', async () => {
    const testFile = source.replace('.tsx', '.test.tsx')
    await changeFile(testFile, (text) => text.replace("'Берёзка'", "'Ромашка'"))
    await expect(portalCommand(['release', 'mfe-rota'], env)).rejects.toThrow('tests of mfe-rota fail')
    await changeFile(testFile, (text) => text.replace("'Ромашка'", "'Берёзка'"))
  })

  const output = await portalCommand(['release:preview', 'mfe-rota'], env)
  const [address = ''] = /http\S+\/rota\?release=mfe-rota@preview-\S+/.exec(output) ?? []
  await test.step('a link shows it to a user with the right before it is released', async () => {
    await page.goto('about:blank')
    await page.setContent(`<a href="${address}">Смены</a>`)
    await page.getByRole('link').click()
    await page.getByRole('button', { name: 'Показать' }).click()
    await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
    const badge = page.getByRole('complementary', { name: 'Предпросмотр' })
    await badge.getByRole('button', { name: 'Сбросить' }).click()
    await expect(badge).toHaveCount(0)
  })

  await test.step('it is released, and a default employee finds it in the menu', async () => {
    expect(await portalCommand(['release', 'mfe-rota'], env)).toContain(`is live at ${portal.url}`)
    expect(await portalCommand(['release:flag', '--help'], env)).toContain('release:flag')
    await page.goto(portal.url)
    await page.getByRole('button', { name: 'Открыть меню' }).click()
    await page.getByRole('link', { name: 'Смены' }).click()
    await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
  })

  await test.step('its test in a browser passes with the preview and with the release', async () => {
    // As its workflow sets them. A team has no token of an operator.
    const settings = {
      PORTAL_ORIGIN: portal.url,
      NEXT_ORIGIN: portal.url,
      PREVIEWS: address,
      E2E_ACCOUNTS: JSON.stringify([{ phone: user.phone, password: user.password }]),
      E2E_ADMIN_TOKEN: '',
      E2E_SKIP: 'no',
    }
    // The team's browser has this machine to itself; here other tests run beside it.
    const patient = "testDir: 'e2e',\n  timeout: 600_000,\n  expect: { timeout: 120_000 },"
    await changeFile(join(team, 'playwright.config.ts'), (text) => text.replace("testDir: 'e2e',", patient))
    const { output } = await runForOutcome('npm', ['run', 'e2e'], { cwd: team, env: { ...process.env, ...settings } })
    expect(output).toContain('2 passed')
  })

  await test.step('a remote of a later SDK lives beside it', async () => {
    const sdk = join(team, 'node_modules/@portal/sdk')
    // The files of pnpm are links into its store, so a copy is changed.
    await cp(sdk, join(folder, 'next-sdk'), { recursive: true })
    await rm(sdk, { recursive: true })
    await rename(join(folder, 'next-sdk'), sdk)
    await changeFile(join(sdk, 'package.json'), (text) => text.replace('"version": "1.0.0"', '"version": "1.1.0"'))
    await run(team, [join(sdk, 'bin/create-portal-remote.js'), 'stock', '--title', 'Остатки'])
    await portalCommand(['release', 'mfe-stock', '--no-tests'], env)
    expect((await portalCommand(['release:list'], env)).match(/released without its tests/g)).toHaveLength(1)
    for (const path of ['stock', 'rota']) {
      await page.goto(`${portal.url}/${path}`)
      await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
    }
  })
})

async function packed(): Promise<string> {
  const [file] = (await readdir(folder)).filter((name) => name.startsWith('portal-sdk-'))
  return join(folder, file ?? '')
}

/** Installs by the pnpm that runs this test, whose store has the packages of this repository. */
async function install(): Promise<void> {
  const { npm_execpath = '' } = process.env
  const pnpm = npm_execpath.includes('pnpm') ? npm_execpath : 'pnpm'
  const [command, ...args] = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm]
  const options = ['install', '--prefer-offline', '--no-frozen-lockfile']
  await promisify(execFile)(command, [...args, ...options], { cwd: team })
}

/** Runs a command of the team's package.json. @throws Error with its output when it fails */
function portalCommand(args: string[], env: Record<string, string>): Promise<string> {
  return run(team, ['node_modules/@portal/sdk/bin/portal.js', ...args], env)
}

async function run(cwd: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd, env: { ...process.env, ...env } })
  return stdout
}
