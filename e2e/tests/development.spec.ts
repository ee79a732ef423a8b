import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@portal/command/free-ports'
import { createProgram, type Program } from '@portal/command/program'
import { distFolder } from '@portal/platform/releases/release-settings'
import { readRegistry } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import { reportsReady } from '../fixtures/portal-process.ts'
import { signIn } from '../fixtures/steps.ts'
import { demo } from '../fixtures/users.ts'
import { expect } from '../fixtures.ts'
import { chooseInMenu, showsSection, test, versionsIn } from '../releases/sections.ts'
import { changeFile, workingCopy } from '../releases/working-copy.ts'

let copy: string
let command: Program

// The tests share a working copy in one worker, so that what webpack has compiled in one test is cached for the next.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  copy = await workingCopy('shell', 'mfe-tips')
})

test.afterEach(async ({ browserName: _ }, { status, expectedStatus }) => {
  if (status !== expectedStatus) process.stdout.write(command.output())
  await command.end('SIGKILL')
})

test.afterAll(async () => {
  await rm(copy, { recursive: true })
})

test('a remote served from its sources inside a deployed portal shows changes without a reload @phone', async ({
  context,
  portal,
}) => {
  const address = await develop('mfe-tips', '--portal', portal.url)
  // The command prints another host name of this machine, so that it does not replace another local portal's session.
  const { hostname } = new URL(address)
  await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, domain: hostname })))
  const page = await context.newPage()
  await page.goto(address)
  await showsSection(page, 'mfe-tips')
  expect(await versionsIn(page, 'mfe-tips')).toEqual(['dev'])

  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const tips = join(copy, 'mfe-tips/features/tips/latest-tips.tsx')
  await changeFile(tips, (source) => source.replace('Последние чаевые', 'Свежие чаевые'))
  await expect(page.getByRole('heading', { name: 'Свежие чаевые' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await test.step('a compile error is in the console, and the page goes on with the next good build', async () => {
    const reported = page.waitForEvent('console', (message) => message.text().includes('unfinished = = 1'))
    await changeFile(tips, (source) => `${source}\nconst unfinished = = 1\n`)
    expect((await reported).text()).toContain('latest-tips.tsx')
    await changeFile(tips, (source) =>
      source.replace('\nconst unfinished = = 1\n', '').replace('Свежие чаевые', 'Новые чаевые'),
    )
    await expect(page.getByRole('heading', { name: 'Новые чаевые' })).toBeVisible()
  })

  await chooseInMenu(page, 'mfe-payouts')
  await showsSection(page, 'mfe-payouts')
  const { names } = await readRegistry(createFolderStore(distFolder))
  expect(await versionsIn(page, 'mfe-payouts')).toEqual([names['mfe-payouts']?.current.version])
})

test('the API and the database of a remote that is served by itself end with the command @phone', async ({
  newContext,
}) => {
  const address = await develop('mfe-tips')
  const page = await (await newContext()).newPage()
  await page.goto(address)
  await signIn(page, demo.anna.phone)
  await showsSection(page, 'mfe-tips')
  await page.close()

  expect(existsSync(database())).toBe(true)
  expect(await command.end('SIGTERM')).toBe(0)
  expect(existsSync(database())).toBe(false)
})

/** Returns the path of a file that exists while the database of the command runs. */
function database(): string {
  return join(copy, '.data/postgres/cluster/data/postmaster.pid')
}

/** Runs `npm run dev:remote` in the working copy. Returns the address that it prints. */
async function develop(...args: string[]): Promise<string> {
  const { DATABASE_URL, PORTAL_DATA, ...env } = process.env
  command = createProgram({
    command: process.execPath,
    args: ['platform/dev/dev-remote.ts', ...args],
    options: { cwd: copy, env: { ...env, PORT: String(await freePort()) } },
    isReady: reportsReady,
  })
  await command.start()
  return /Чаевые: (\S+)/.exec(command.output())?.[1] ?? ''
}
