import { execFile } from 'node:child_process'
import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeRemote } from '@portal/platform/dev/new-remote/write-remote'
import { expect } from '../fixtures.ts'
import { chooseInMenu, showsSection, test } from '../releases/sections.ts'
import { workingCopy } from '../releases/working-copy.ts'

const run = promisify(execFile)
const name = 'mfe-trial'
let copy: string

test.use({ addsRemotes: true })

// It runs in another working copy: portals that other tests start from this one would show the new remote.
test.beforeAll(async () => {
  copy = await workingCopy('mfe-tips')
  writeRemote(copy, { subject: 'trial', title: 'Пробный раздел', icon: 'calendar' })
  // A new remote has the dependencies of the others, so a link replaces an installation, which would take a while.
  await symlink('../mfe-tips/node_modules', join(copy, name, 'node_modules'))
})

test.afterAll(() => rm(copy, { recursive: true, force: true }))

test('a new remote compiles, and its release is enough to add it to the portal @phone', async ({
  context,
  portal,
  newWaiter,
  signInAs,
}) => {
  const compiler = join(copy, 'node_modules/.bin/tsc')
  const compilerOptions = { composite: false, emitDeclarationOnly: false, noEmit: true }
  const withTests = {
    extends: '../tsconfig.test.json',
    compilerOptions,
    include: ['.', '../shared/ui/css-modules.d.ts'],
  }
  await writeFile(join(copy, name, 'tsconfig.json'), JSON.stringify(withTests))
  for (const project of [
    ['-b', 'tsconfig.remotes.json'],
    ['-p', name],
  ]) {
    await run(compiler, project, { cwd: copy }).catch(({ stdout }) => {
      throw new Error(stdout)
    })
  }
  await run(process.execPath, ['platform/bundler/build-package.ts', name, 'trial'], { cwd: copy })
  await portal.add(name, join(copy, '.cache/built', name, 'trial'))

  await test.step('a user without its permission is redirected home', async () => {
    const page = await context.newPage()
    await page.goto(`${portal.url}/trial`)
    await showsSection(page, 'mfe-tips')
    await expect(page.getByRole('link', { name: 'Пробный раздел' })).toHaveCount(0)
    await page.close()
  })

  await test.step('a default employee finds it in the menu', async () => {
    await signInAs(await newWaiter('Ольга Петрова', [{ isDefault: true }]))
    const page = await context.newPage()
    await page.goto(portal.url)
    await page.getByRole('button', { name: 'Открыть меню' }).click()
    await page.getByRole('link', { name: 'Пробный раздел' }).click()
    await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
    await chooseInMenu(page, 'mfe-settings')
    await showsSection(page, 'mfe-settings')
  })
})
