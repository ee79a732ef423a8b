import { execFile } from 'node:child_process'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeRemote } from '@portal/shared/build/new-remote/write-remote'
import { builtFolder, repository } from '@portal/shared/build/paths'
import { expect } from '../fixtures.ts'
import { chooseInMenu, showsSection, test } from '../releases/sections.ts'

const run = promisify(execFile)
const name = 'mfe-trial'
const references = join(repository, 'tsconfig.json')
let untouched: string
let files: string[] = []

test.beforeAll(async () => {
  untouched = await readFile(references, 'utf8')
  files = writeRemote(repository, 'trial')
  // Instead of an installation, which takes a while: a new remote depends on what the others do.
  await symlink('../mfe-tips/node_modules', join(repository, name, 'node_modules'))
})

test.afterAll(async () => {
  await writeFile(references, untouched)
  for (const file of files) await rm(join(repository, file), { force: true })
  await rm(join(repository, name), { recursive: true, force: true })
  await rm(builtFolder(name, 'trial'), { recursive: true, force: true })
})

test('a new remote compiles, and is in the portal after one release and nothing else @phone', async ({
  context,
  portal,
  newWaiter,
  signInAs,
}) => {
  await run(join(repository, 'node_modules/.bin/tsc'), ['-b', name], { cwd: repository })
  await run(process.execPath, ['shared/build/build-package.ts', name, 'trial'], { cwd: repository })
  await portal.add(name, builtFolder(name, 'trial'))

  await test.step('whoever lacks its permission is taken home', async () => {
    const page = await context.newPage()
    await page.goto(`${portal.url}/trial`)
    await showsSection(page, 'mfe-tips')
    await expect(page.getByRole('link', { name: 'Trial' })).toHaveCount(0)
    await page.close()
  })

  await test.step('a default employee finds it in the menu', async () => {
    await signInAs(await newWaiter('Ольга Петрова', [{ isDefault: true }]))
    const page = await context.newPage()
    await page.goto(portal.url)
    await page.getByRole('button', { name: 'Открыть меню' }).click()
    await page.getByRole('link', { name: 'Trial' }).click()
    await expect(page.getByText('Здесь пока ничего нет')).toBeVisible()
    await chooseInMenu(page, 'mfe-settings')
    await showsSection(page, 'mfe-settings')
  })
})
