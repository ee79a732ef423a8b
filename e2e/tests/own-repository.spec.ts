import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createProgram, type Program } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import { expect } from '../fixtures.ts'
import { test } from '../releases/sections.ts'
import { changeFile } from '../releases/working-copy.ts'

// A remote in an empty folder outside of this repository, with the packed SDK and the address of a portal.

let folder: string
let team: string
let development: Program | undefined

test.use({ hasOwnPortal: true })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-repository-'))
  team = join(folder, 'team')
  await mkdir(team)
})

test.afterAll(async () => {
  await development?.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

// spec: 12.1
test('a remote in a repository of its own is created, tested, checked and released with only the SDK @phone', async ({
  context,
  portal,
  newUser,
  signInAs,
}) => {
  const env = { ...portal.env, PORTAL_ORIGIN: portal.url }

  await test.step('the SDK is packed', async () => {
    await run(repository, ['platform/dev/sdk/pack.ts', '--out', folder])
    await promisify(execFile)('tar', ['-xzf', await packed(), '-C', folder])
  })

  await test.step('a command writes the remote into an empty folder', async () => {
    const create = join(folder, 'package/bin/create-portal-remote.js')
    const options = ['--title', 'Смены', '--icon', 'calendar', '--sdk', `file:${await packed()}`]
    await run(team, [create, 'rota', ...options])
    await install()
  })

  await test.step('its code follows the rules for remotes', async () => {
    await portalCommand(['lint'], env)
    const careless = join(team, 'mfe-rota/careless.ts')
    await writeFile(careless, 'Object.assign(window, { rota: [] })\n')
    await expect(portalCommand(['lint'], env)).rejects.toThrow('All remotes of the page share its globals')
    await rm(careless)
  })

  await test.step('its tests pass, and it compiles with the types of the live shell', async () => {
    await portalCommand(['test'], env)
    expect(await portalCommand(['typecheck', '--portal', portal.url], env)).toContain(
      'compatible with the types of shell',
    )
  })

  await signInAs(await newUser('Ольга Петрова', [{ isDefault: true }]))
  const page = await context.newPage()
  const source = 'mfe-rota/features/rota/rota-page.tsx'

  await test.step('it is shown inside the portal while it is written', async () => {
    await page.goto(await develop(portal.url))
    await page.getByRole('button', { name: 'Показать' }).click()
    await page.goto(`${portal.url}/rota`)
    await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
    await changeFile(join(team, source), (text) => text.replace('Здесь пока ничего нет', 'Смен пока нет'))
    await expect.poll(() => development?.output()).toContain('Reload the page to see it')
    await page.reload()
    await expect(page.getByText('Смен пока нет')).toBeVisible()
    expect(development?.output()).not.toMatch(/does not render|Not rendered/)
    await changeFile(join(team, source), (text) =>
      text.replace('title={restaurant.name}', 'title={restaurant.name + window.innerWidth}'),
    )
    await expect.poll(() => development?.output()).toContain('/rota does not render: ReferenceError: window is not')
    await changeFile(join(team, source), (text) => text.replace(' + window.innerWidth', ''))
    await page.getByRole('button', { name: 'Сбросить' }).click()
    await development?.end('SIGTERM')
  })

  await test.step('a property that the live shell does not have is reported', async () => {
    await changeFile(join(team, source), (text) => text.replace('<Panel title=', '<Panel heading="" title='))
    await expect(portalCommand(['release', 'mfe-rota', '--no-tests'], env)).rejects.toThrow('Against this SDK')
    await changeFile(join(team, source), (text) => text.replace('<Panel heading="" title=', '<Panel title='))
  })

  await test.step('it is not released while one of its tests fails', async () => {
    const testFile = join(team, source.replace('.tsx', '.test.tsx'))
    await changeFile(testFile, (text) => text.replace("'Берёзка'", "'Ромашка'"))
    await expect(portalCommand(['release', 'mfe-rota'], env)).rejects.toThrow('tests of mfe-rota fail')
    await changeFile(testFile, (text) => text.replace("'Ромашка'", "'Берёзка'"))
  })

  await test.step('it is released, and a default employee finds it in the menu', async () => {
    expect(await portalCommand(['release', 'mfe-rota'], env)).toContain(`is live at ${portal.url}`)
    await expect(portalCommand(['release:check', 'mfe-rota'], env)).rejects.toThrow('Say which command')
    expect(await portalCommand(['release:flag', '--help'], env)).toContain('release:flag')
    await page.goto(portal.url)
    await page.getByRole('button', { name: 'Открыть меню' }).click()
    await page.getByRole('link', { name: 'Смены' }).click()
    await expect(page.getByText('Смен пока нет')).toBeVisible()
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
      await expect(page.getByText(/пока (ничего )?нет/)).toBeVisible()
    }
  })
})

/** Starts the preview of the team's remote. Returns the address that it prints. */
async function develop(portal: string): Promise<string> {
  development = createProgram({
    command: process.execPath,
    args: ['node_modules/@portal/sdk/bin/portal.js', 'dev', 'mfe-rota', '--portal', portal, '--port', '4457'],
    options: { cwd: team },
    isReady: (output) => /Open \S+/.test(output),
  })
  await development.start()
  return /Open (\S+)/.exec(development.output())?.[1] ?? ''
}

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
