import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from './paths.ts'

// In a copy of the working copy, by the copy's own module.

let copy: string
let inputs: typeof import('./inputs.ts')

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'inputs-'))
  // TypeScript's settings too, which name files that are not copied.
  const left = /^(node_modules|\.types|dist|snapshots|test-results|tsconfig.*)$/
  const filter = (path: string) => !left.test(basename(path))
  for (const name of ['mfe-tips', 'shared', 'platform', 'lab', 'README.md', 'pnpm-lock.yaml', '.browserslistrc']) {
    cpSync(join(repository, name), join(copy, name), { recursive: true, filter })
  }
  mkdirSync(join(copy, 'node_modules/@portal'), { recursive: true })
  symlinkSync(join(copy, 'shared'), join(copy, 'node_modules/@portal/shared'))
  inputs = await import(pathToFileURL(join(copy, 'platform/bundler/inputs.ts')).href)
})

afterAll(() => rmSync(copy, { recursive: true }))

type Change = (text: string) => string

/** Versions of the remote's build and of the bundler, before the change and with it. */
function versions(file: string, change: Change) {
  const read = () => ({ build: inputs.inputsVersion('mfe-tips'), bundler: inputs.bundlerVersion() })
  const path = join(copy, file)
  const text = readFileSync(path, 'utf8')
  const before = read()
  const changed = change(text)
  expect(changed, `The change found nothing to change in ${file}`).not.toBe(text)
  writeFileSync(path, changed)
  const after = read()
  writeFileSync(path, text)
  return { before, after }
}

const edited: Change = (text) => `${text}\n/* A change. */\n`

/** Changes the hash of a library in the lockfile: `react` → `react@19.3.1` with another hash. */
const otherCopy = (library: string) => {
  const entry = new RegExp(`^( {2}'?${library}@[^(\\n]+:\\n {4}resolution: \\{integrity: )[^}]+`, 'm')
  return ['pnpm-lock.yaml', (text: string) => text.replace(entry, '$1sha512-another')] as const
}

test.each<[string, string, Change]>([
  ['a test of the remote', 'mfe-tips/features/tips/tips-page.test.tsx', edited],
  ['a script of its package.json', 'mfe-tips/package.json', (text) => text.replace('"type"', '"scripts": {}, "type"')],
  ['a story', 'shared/ui/button/button.stories.tsx', edited],
  ['a widget, which the shell provides', 'shared/ui/button/button.tsx', edited],
  ['its stylesheet', 'shared/ui/button/button.module.css', edited],
  ['the client of the API, which the shell provides', 'shared/http/call.ts', edited],
  ['a module of shared that it does not import', 'shared/passkeys/ceremony.ts', edited],
  ['a contract that it does not import', 'shared/contracts/team.ts', edited],
  ['the gallery', 'shared/gallery/widgets.ts', edited],
  ['what tests share', 'shared/testing/render-page.ts', edited],
  ['the template of new remotes', 'platform/dev/new-remote/template.ts', edited],
  ['the development server', 'platform/dev/dev-server.ts', edited],
  ['a command of releases', 'platform/releases/commands/release.ts', edited],
  ['the portal server', 'platform/server/pages/page.ts', edited],
  ['the check of built files', 'platform/minimum-browser-check/check.ts', edited],
  ['a test of the bundler', 'platform/bundler/addresses.test.ts', edited],
  ['a drill', 'lab/drills/kills.ts', edited],
  ['a document', 'README.md', edited],
  ['a comment of the oldest browsers', '.browserslistrc', (text) => `# A change.\n${text}`],
  ['a library of tests', ...otherCopy('axe-core')],
  ['a library of the portal server', ...otherCopy('fastify')],
  ['a tool of developers', ...otherCopy('webpack-dev-server')],
])('keeps the version: %s', (_, file, change) => {
  const { before, after } = versions(file, change)
  expect(after).toEqual(before)
})

test.each<[string, string, Change]>([
  ['a source of the remote', 'mfe-tips/features/tips/tips-page.tsx', edited],
  ['a stylesheet of the remote', 'mfe-tips/features/tips/tips-page.module.css', edited],
  ['the table of its routes', 'mfe-tips/manifest.ts', edited],
  ['a module of shared that it bundles', 'shared/format/date.ts', edited],
  ['a contract', 'shared/contracts/operation.ts', edited],
  ['how shared is imported', 'shared/package.json', (text) => text.replace('./ui/*/*.tsx', './ui/*/index.tsx')],
  ['a library that is bundled', ...otherCopy('@base-ui/react')],
  ['what such a library depends on', ...otherCopy('@floating-ui/dom')],
])('changes only the version of the build: %s', (_, file, change) => {
  const { before, after } = versions(file, change)
  expect(after.build).not.toBe(before.build)
  expect(after.bundler).toBe(before.bundler)
})

test.each<[string, string, Change]>([
  ['a module of the bundler', 'platform/bundler/webpack.ts', edited],
  ['the table of provided modules', 'shared/provided.ts', edited],
  ['the version of the SDK', 'platform/sdk/package.json', (text) => text.replace('"version": "', '$&9')],
  ['the oldest browsers', '.browserslistrc', (text) => text.replace('chrome >= 109', 'chrome >= 110')],
  ['a tool of the bundler', ...otherCopy('webpack')],
  ['a loader that it names', ...otherCopy('swc-loader')],
  ['what such a tool depends on', ...otherCopy('terser')],
])('changes the version of the build and of the bundler: %s', (_, file, change) => {
  const { before, after } = versions(file, change)
  expect(after.build).not.toBe(before.build)
  expect(after.bundler).not.toBe(before.bundler)
})
