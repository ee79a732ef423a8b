import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError } from '@portal/command/command'
import { readSdkPackage } from '../../bundler/package-json.ts'
import { remoteFiles } from '../new-remote/template.ts'
import { checkRemote, type RequestedRemote, requireNew, writeFiles } from '../new-remote/write-remote.ts'
import { isPublicRegistry } from './npm-pack.ts'
import { repositoryFiles } from './repository-files.ts'

/** What a repository is written for: the version of the SDK in its package.json, and where npm finds the SDK. */
export type SdkSource = { sdk: string; registry?: string | undefined }

/** Returns the version of this SDK, whose sources are in this repository, and the registry it was packed for. */
export function readSdkSource(): SdkSource {
  const { version, publishConfig } = readSdkPackage()
  return { sdk: version, registry: publishConfig?.registry }
}

/** The hashes of the files around the remotes, as the generator wrote them last. */
const HASHES_FILE = '.portal-sdk.json'

/**
 * Writes a remote into the repository of a team at `root`, and the files around the remotes if they do not exist.
 * Returns the new files. Writes nothing if it throws.
 * @throws Error when the name is invalid or in use, there is no such SDK, or npm would look for it in a public registry
 */
export function writeTeamRemote(root: string, requested: RequestedRemote, source: SdkSource): string[] {
  const name = `mfe-${requested.subject}`
  const testKit = readTestKit(root, source.sdk)
  const remote = {
    ...remoteFiles(checkRemote(requested)),
    [`${name}/vitest.config.ts`]: testSettings,
    ...(testKit && { [`e2e/${requested.subject}.spec.ts`]: browserTest(requested) }),
  }
  requireNew(root, [name, ...Object.keys(remote)])
  requireFile(root, source.sdk)
  requireSdk(root)
  requireRegistry(root, source)
  const hashes = readHashes(root)
  const files = repositoryFiles(source.sdk, testKit)
  const around = Object.entries(files).filter(([file]) => !existsSync(join(root, file)))
  const written = Object.fromEntries(around)
  const added = { ...written, ...npmSettings(root, source), ...remote }
  writeFiles(root, added)
  // The team changes package.json, so an update leaves it out too.
  const { 'package.json': _, ...updated } = written
  writeHashes(root, { ...hashes, ...hashFiles(updated) })
  return Object.keys(added)
}

/**
 * Writes the files around the remotes as the generator of this SDK does. A file that the team has changed stays, and
 * the new one is beside it, with the ending `.new`. A file that the team has deleted is not written again. `waiting`
 * are changed files whose `.new` of an earlier update is still there, and stays.
 * @throws CommandError when the hashes cannot be read, or npm would look for the SDK in a public registry
 */
export function updateTeamRepository(
  root: string,
  source: SdkSource,
): { written: string[]; changed: string[]; waiting: string[] } {
  const { 'package.json': _, ...files } = repositoryFiles(source.sdk, readTestKit(root, source.sdk))
  const hashes = readHashes(root)
  const written = npmSettings(root, source)
  const changed: Record<string, string> = {}
  const waiting: string[] = []
  for (const [file, text] of Object.entries(files)) {
    const current = readText(root, file)
    const isKnown = hashes[file] === hashText(text)
    const isDeleted = current === undefined && hashes[file] !== undefined
    if (isKnown || isDeleted || current === text) continue
    if (current === undefined || hashes[file] === hashText(current)) written[file] = text
    else if ((readText(root, `${file}.new`) ?? text) === text) changed[file] = text
    else waiting.push(file)
  }
  writeFiles(root, written)
  writeFiles(root, Object.fromEntries(Object.entries(changed).map(([file, text]) => [`${file}.new`, text])))
  // The next update offers these again.
  const before = Object.entries(hashes).filter(([file]) => waiting.includes(file))
  const after = Object.entries(hashFiles(files)).filter(([file]) => !waiting.includes(file))
  writeHashes(root, Object.fromEntries([...before, ...after]))
  return { written: Object.keys(written), changed: Object.keys(changed), waiting }
}

/**
 * Returns .npmrc with the registry of the SDK, unless the team has named one in it. Without it in the repository
 * itself, npm would ask a public registry for the names of the SDK.
 * @throws CommandError when .npmrc names a public registry for them
 */
function npmSettings(root: string, { registry }: SdkSource): Record<string, string> {
  if (!registry) return {}
  const current = readText(root, '.npmrc') ?? ''
  const named = readRegistry(root)
  if (named === undefined)
    return { '.npmrc': `${current.replace(/\n?$/, current && '\n')}@portal:registry=${registry}\n` }
  if (isPublicRegistry(named)) throw new CommandError(`.npmrc: @portal:registry has to be ${registry}, not ${named}`)
  return {}
}

/** @throws CommandError for a package.json of something else: its commands would do nothing for a remote */
function requireSdk(root: string): void {
  const settings = readText(root, 'package.json')
  if (settings === undefined) return
  const { dependencies, devDependencies } = JSON.parse(settings)
  if (!{ ...dependencies, ...devDependencies }['@portal/sdk']) {
    throw new CommandError('package.json does not name @portal/sdk. Begin in an empty folder, for remotes only')
  }
}

/** Returns the registry that .npmrc of the repository names for the packages of the SDK. */
function readRegistry(root: string): string | undefined {
  return /^\s*@portal:registry\s*=\s*"?([^"\n]*)/m.exec(readText(root, '.npmrc') ?? '')?.[1]
}

/** @throws CommandError when npm would ask a public registry for the SDK of a new package.json */
function requireRegistry(root: string, { sdk, registry }: SdkSource): void {
  if (registry || sdkFile(sdk) !== undefined || existsSync(join(root, 'package.json'))) return
  const named = readRegistry(root)
  if (named !== undefined && !isPublicRegistry(named)) return
  throw new CommandError(
    `npm would ask a public registry for @portal/sdk ${sdk}. Name the file that you were handed, ` +
      '--sdk file:portal-sdk-1.0.0.tgz, or your registry, @portal:registry=https://npm.company.example in .npmrc',
  )
}

/**
 * Returns the test kit as package.json names it, or as a new one will: with the version of the SDK, or as the file
 * beside it. Returns undefined without a kit, and so without tests in a browser.
 */
function readTestKit(root: string, sdk: string): string | undefined {
  const settings = readText(root, 'package.json')
  if (settings !== undefined) return JSON.parse(settings).devDependencies?.['@portal/test-kit']
  const file = sdkFile(sdk)
  if (file === undefined) return sdk
  const kit = join(dirname(file), basename(file).replace('portal-sdk', 'portal-test-kit'))
  return kit !== join(file) && existsSync(resolve(root, kit)) ? `file:${kit}` : undefined
}

function readHashes(root: string): Record<string, string> {
  const text = readText(root, HASHES_FILE)
  try {
    return text === undefined ? {} : JSON.parse(text)
  } catch {
    throw new CommandError(`${HASHES_FILE} is not JSON. Resolve a merge conflict in it, or restore it from git`)
  }
}

/** Git for Windows may check files out with other line ends. */
function readText(root: string, file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : undefined
}

function writeHashes(root: string, hashes: Record<string, string>): void {
  writeFiles(root, { [HASHES_FILE]: `${JSON.stringify(hashes, null, 2)}\n` })
}

function hashFiles(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, hashText(text)]))
}

function hashText(text: string): string {
  return hash('sha256', text)
}

const testSettings = `import { remoteTests } from '@portal/sdk/testing'

export default remoteTests(import.meta.dirname)
`

function browserTest({ subject, title }: RequestedRemote): string {
  return `import { expect, test } from '@portal/test-kit/test'

test('a default employee opens «${title}»', { tag: '@mfe-${subject}' }, async ({
  page,
  newUser,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(await newUser('Мария Котова', [{ isDefault: true }]))
  await page.goto('/${subject}')
  // The heading of level 1 is part of the shell.
  await expect(page.getByRole('heading', { level: 2, name: '${title}' })).toBeVisible()
  await expectAccessible(page)
})
`
}

/** `file:../portal-sdk-1.0.0.tgz` → `../portal-sdk-1.0.0.tgz`; undefined when the SDK comes from a registry. */
function sdkFile(sdk: string): string | undefined {
  return /^file:(.*)$/.exec(sdk)?.[1]
}

/** @throws Error when the SDK is a file that is not there */
function requireFile(root: string, sdk: string): void {
  const file = sdkFile(sdk)
  if (file === undefined || existsSync(resolve(root, file))) return
  throw new Error(
    `There is no ${file} in ${root}: --sdk names the package that \`npm run sdk\` of the portal has written`,
  )
}
