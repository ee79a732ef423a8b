import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { repository } from '@portal/shared/build/paths'
import { type Program, programOf } from '../fixtures/program.ts'
import { expect } from '../fixtures.ts'
import { showsSection, test, versionsIn } from '../releases/sections.ts'

const address = /Open (\S+)/
let command: Program

test.afterEach(() => command.end('SIGTERM'))

test('a build of one’s own machine is shown inside the portal, until it is reset @phone', async ({
  context,
  portal,
}) => {
  // What is live is another release than what is built here.
  const { release } = await portal.release('mfe-tips')
  const turnOn = await startPreview(portal.url)
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))

  await page.goto(turnOn)
  await page.getByRole('button', { name: 'Показать' }).click()
  await showsSection(page, 'mfe-tips')
  await expect(page.getByText('Предпросмотр: mfe-tips')).toBeVisible()
  expect(await versionsIn(page, 'mfe-tips')).toEqual([])

  await page.getByRole('button', { name: 'Сбросить' }).click()
  await expect(page.getByText('Предпросмотр: mfe-tips')).toHaveCount(0)
  await showsSection(page, 'mfe-tips')
  expect(await versionsIn(page, 'mfe-tips')).toEqual([release.version])
  expect(refused).toEqual([])
})

test('a portal that shows none is told of before anything is built', async () => {
  const portal = createServer((_request, response) => response.writeHead(404).end()).listen(0, 'localhost')
  await once(portal, 'listening')
  const { port } = portal.address() as AddressInfo
  await expect(startPreview(`http://localhost:${port}`)).rejects.toThrow('setting PREVIEWS is not on')
  portal.close()
})

/** The command as a developer runs it. Returns the address that it prints to open. @throws Error with its output instead */
async function startPreview(portal: string): Promise<string> {
  command = programOf({
    command: process.execPath,
    args: ['shell/server/dev-remote.ts', 'mfe-tips', '--portal', portal, '--build', '--port', '4456'],
    options: { cwd: repository },
    isReady: (output) => address.test(output),
  })
  await command.start()
  return address.exec(command.output())?.[1] ?? ''
}
