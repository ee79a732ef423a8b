import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import webpack from 'webpack'
import { serverFile } from './release.ts'
import { serverBundle } from './server-bundle.ts'
import { type Bundle, remoteBundle } from './webpack.ts'

// A remote of one page with its stylesheet, as both bundles.

let folder: string
let browser: string
let server: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'server-bundle-'))
  const remote = writeRemote(join(folder, 'one'))
  browser = await build(remoteBundle(remote), 'browser')
  server = await build(serverBundle(remote), 'server')
})

afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the folder of the remote. */
function writeRemote(parent: string): string {
  const remote = join(parent, 'mfe-sample')
  mkdirSync(remote, { recursive: true })
  writeFileSync(join(remote, 'page.module.css'), '.title { color: red } .list > .row { color: blue }')
  writeFileSync(
    join(remote, 'page.tsx'),
    `import { Button } from '@portal/shared/ui/button'
     import styles from './page.module.css'
     export const Component = (): unknown => <Button className={Object.values<string>(styles).join(' ')} />`,
  )
  writeFileSync(join(remote, 'remote.ts'), "export const pages = { '/': () => import('./page.tsx') }")
  return remote
}

/** Returns the folder of the build. */
async function build(bundle: Bundle, name: string): Promise<string> {
  const built = join(folder, name)
  const compiler = webpack(bundle({ version: '1', folder: built, cacheFolder: '', mode: 'production' }))
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => (error || stats?.hasErrors() ? reject(error ?? stats?.toString()) : resolve()))
  })
  return built
}

type Element = { type: unknown; props: { className: string } }

/** Runs the page of the server bundle with a shell that provides only a button. */
async function renderPage(): Promise<Element> {
  const provided: Record<string, unknown> = {
    'react/jsx-runtime': { jsx: (type: unknown, props: object) => ({ type, props }) },
    '@portal/shared/ui/button': { Button: 'Button of the shell' },
  }
  const require = (name: string) => provided[name] ?? expect.fail(`requires ${name}`)
  const module = { exports: {} as { pages: Record<string, () => Promise<{ Component(): Element }>> } }
  new Function('module', 'require', readFileSync(join(server, serverFile), 'utf8'))(module, require)
  const page = await module.exports.pages['/']?.()
  return page?.Component() ?? expect.fail('has no page')
}

test('the server bundle of a remote is one file, which requires from the shell what the browser gets from it', async () => {
  expect(readdirSync(server)).toEqual([serverFile, `${serverFile}.map`])
  expect(await renderPage()).toMatchObject({ type: 'Button of the shell' })
})

test('the server bundle has the class names of the browser’s stylesheets', async () => {
  const { className } = (await renderPage()).props
  const [stylesheet = ''] = readdirSync(browser).filter((file) => file.endsWith('.css'))
  const css = readFileSync(join(browser, stylesheet), 'utf8')
  const names = className.split(' ')
  expect(names).toHaveLength(3)
  for (const name of names) expect(css).toContain(`.${name}`)
})

test('the server bundle is the same file when it is built again', async () => {
  const again = await build(serverBundle(join(folder, 'one/mfe-sample')), 'again')
  expect(readFileSync(join(again, serverFile), 'utf8')).toBe(readFileSync(join(server, serverFile), 'utf8'))
})

test('does not bundle a module of Node, which the remote would not have in a browser', async () => {
  const remote = writeRemote(join(folder, 'node'))
  writeFileSync(join(remote, 'page.tsx'), "import 'node:net'\nexport const Component = 1")
  await expect(build(serverBundle(remote), 'node')).rejects.toContain('node:net')
})
