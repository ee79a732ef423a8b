import { createServer } from 'node:http'
import { freePort } from '@portal/command/free-ports'
import { listenLocally } from '@portal/command/listen-locally'
import { createProgram, type Program } from '@portal/command/program'
import { inputsVersion } from '@portal/platform/bundler/inputs'
import { repository } from '@portal/platform/bundler/paths'
import { expect } from '../fixtures.ts'
import { showsSection, test, versionsIn } from '../releases/sections.ts'

const address = /Open (\S+)/
let command: Program

test.afterEach(() => command.end('SIGTERM'))

test('a local build is shown inside the portal until it is reset, or its command ends @phone', async ({
  context,
  portal,
  expectAccessible,
}) => {
  // The live release differs from the local build.
  const { release } = await portal.release('mfe-tips')
  const turnOn = await startPreview(portal.url)
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && violations.push(message.text()))

  await page.goto(turnOn)
  await page.getByRole('button', { name: 'Показать' }).click()
  await showsSection(page, 'mfe-tips')
  await expect(page.getByText(`Предпросмотр: mfe-tips ${inputsVersion('mfe-tips')}`)).toBeVisible()
  // Tests of accessibility run in previews too.
  await expectAccessible(page)
  expect(await versionsIn(page, 'mfe-tips')).toEqual([])

  await page.getByRole('button', { name: 'Сбросить' }).click()
  await expect(page.getByText('Предпросмотр: mfe-tips')).toHaveCount(0)
  await showsSection(page, 'mfe-tips')
  expect(await versionsIn(page, 'mfe-tips')).toEqual([release.version])
  expect(violations).toEqual([])

  await test.step('the portal opens with the live releases when the command has ended', async () => {
    await page.goto(turnOn)
    await page.getByRole('button', { name: 'Показать' }).click()
    await expect(page.getByText('Предпросмотр: mfe-tips')).toBeVisible()
    await command.end('SIGTERM')
    const reset = page.waitForResponse('**/preview/reset')
    await page.reload()
    await showsSection(page, 'mfe-tips')
    expect(await versionsIn(page, 'mfe-tips')).toEqual([release.version])
    await expect(page.getByText('Предпросмотр: mfe-tips')).toHaveCount(0)
    await expect(page.getByText('Портал не открылся')).toHaveCount(0)
    await reset
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('preview')
  })
})

test('a portal without previews is reported before anything is built @phone', async () => {
  const portal = createServer((_request, response) => response.writeHead(404).end())
  await expect(startPreview(await listenLocally(portal))).rejects.toThrow('setting PREVIEWS is not on')
  portal.close()
})

/**
 * Runs the command as a developer does. Returns the address that it prints.
 * @throws Error with its output when it fails
 */
async function startPreview(portal: string): Promise<string> {
  command = createProgram({
    command: process.execPath,
    args: ['platform/dev/dev-remote.ts', 'mfe-tips', '--portal', portal, '--build', '--port', String(await freePort())],
    options: { cwd: repository },
    isReady: (output) => address.test(output),
  })
  await command.start()
  return address.exec(command.output())?.[1] ?? ''
}
