import { hash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { publication } from './npm-pack.ts'
import { updateTeamRepository, writeTeamRemote } from './team-repository.ts'

const registry = 'https://npm.company.example'
const source = { sdk: '1.0.0', registry }

test('an update replaces what the generator wrote, and leaves what the team has changed or deleted', () => {
  const root = newRepository()
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const write = (file: string, text: string) => writeFileSync(join(root, file), text)
  writeTeamRemote(root, { subject: 'schedule', title: 'Расписание', icon: 'calendar' }, source)
  const [guide, ignored] = [read('AGENTS.md'), read('.gitignore')]
  expect(updateTeamRepository(root, source)).toEqual({ written: [], changed: [], waiting: [] })

  // An earlier generator wrote other texts.
  const earlier = ['AGENTS.md', '.gitignore', 'biome.json']
  writeEarlierFiles(root, Object.fromEntries(earlier.map((file) => [file, 'earlier\n'])))
  write('.gitignore', 'earlier\nour-own/\n')
  rmSync(join(root, 'biome.json'))
  rmSync(join(root, '.npmrc'))

  expect(updateTeamRepository(root, source)).toEqual({
    written: ['.npmrc', 'AGENTS.md'],
    changed: ['.gitignore'],
    waiting: [],
  })
  expect(read('AGENTS.md')).toBe(guide)
  expect(read('.npmrc')).toBe(`@portal:registry=${registry}\n`)
  expect(read('.gitignore')).toBe('earlier\nour-own/\n')
  expect(read('.gitignore.new')).toBe(ignored)
  expect(existsSync(join(root, 'biome.json'))).toBe(false)
  // What the team has decided about is not offered again.
  expect(updateTeamRepository(root, source)).toEqual({ written: [], changed: [], waiting: [] })
})

test('the first update of a new repository changes no file, not even the hashes', () => {
  const root = newRepository()
  const readHashes = () => readFileSync(join(root, '.portal-sdk.json'), 'utf8')
  writeTeamRemote(root, { subject: 'schedule', title: 'Расписание', icon: 'calendar' }, source)
  const written = readHashes()
  updateTeamRepository(root, source)
  expect(readHashes()).toBe(written)
})

test('an update leaves a new file in which somebody is merging, and knows files with other line ends', () => {
  const root = newRepository()
  writeTeamRemote(root, { subject: 'schedule', title: 'Расписание', icon: 'calendar' }, source)
  writeEarlierFiles(root, { '.gitignore': 'earlier\n', 'AGENTS.md': 'earlier\n' })
  writeFileSync(join(root, '.gitignore'), 'our-own/\n')
  writeFileSync(join(root, '.gitignore.new'), 'half merged\n')
  writeFileSync(join(root, 'AGENTS.md'), 'earlier\r\n')
  for (const written of [['AGENTS.md'], []])
    expect(updateTeamRepository(root, source)).toEqual({ written, changed: [], waiting: ['.gitignore'] })
  expect(readFileSync(join(root, '.gitignore.new'), 'utf8')).toBe('half merged\n')
  writeFileSync(join(root, '.portal-sdk.json'), '<<<<<<< HEAD\n')
  expect(() => updateTeamRepository(root, source)).toThrow('.portal-sdk.json is not JSON')
})

test('a repository with npm settings asks the registry of the SDK for its names, never a public one', () => {
  const root = newRepository()
  const npmrc = join(root, '.npmrc')
  const create = (subject: string) => writeTeamRemote(root, { subject, title: 'Расписание', icon: 'calendar' }, source)
  writeFileSync(npmrc, 'proxy=http://proxy')
  expect(create('schedule')).toContain('.npmrc')
  expect(readFileSync(npmrc, 'utf8')).toBe(`proxy=http://proxy\n@portal:registry=${registry}\n`)
  writeFileSync(npmrc, '@portal:registry=https://mirror.company.example/\n')
  expect(create('rota')).not.toContain('.npmrc')
  writeFileSync(npmrc, '@portal:registry = https://registry.npmjs.org/\n')
  expect(() => create('tables')).toThrow('has to be https://npm.company.example')
})

test('an SDK without a registry is taken from a file, or from a registry of the company in .npmrc', () => {
  const root = newRepository()
  const create = () =>
    writeTeamRemote(root, { subject: 'schedule', title: 'Расписание', icon: 'calendar' }, { sdk: '1.0.0' })
  expect(create).toThrow('--sdk file:portal-sdk-1.0.0.tgz')
  writeFileSync(join(root, '.npmrc'), '@portal:registry=https://registry.npmjs.org/\n')
  expect(create).toThrow('--sdk file:portal-sdk-1.0.0.tgz')
  expect(existsSync(join(root, 'package.json'))).toBe(false)
  writeFileSync(join(root, '.npmrc'), `@portal:registry=${registry}\n`)
  expect(create()).toContain('package.json')
})

test('packages are published in a registry of the company only', () => {
  expect(publication(registry)).toEqual({ publishConfig: { registry, '@portal:registry': registry } })
  for (const host of ['npmjs.org', 'registry.npmjs.com', 'REGISTRY.NPMJS.ORG', 'x@registry.yarnpkg.com'])
    expect(() => publication(`https://${host}`)).toThrow('a registry of your company')
})

test('a repository without the test kit has no tests in a browser, until it adds the kit', () => {
  const root = newRepository()
  const create = (subject: string, sdk: string) =>
    writeTeamRemote(root, { subject, title: 'Расписание', icon: 'calendar' }, { sdk })
  writeFileSync(join(root, 'portal-sdk-1.0.0.tgz'), '')
  const settings = join(root, 'package.json')
  const read = () => JSON.parse(readFileSync(settings, 'utf8'))

  expect(create('schedule', 'file:portal-sdk-1.0.0.tgz').filter((file) => /e2e|playwright/.test(file))).toEqual([])
  expect(read()).toMatchObject({ devDependencies: { '@portal/sdk': 'file:portal-sdk-1.0.0.tgz' } })
  expect(updateTeamRepository(root, { sdk: '1.0.0' }).written).toEqual([])

  writeFileSync(
    settings,
    JSON.stringify({ ...read(), devDependencies: { '@portal/sdk': '1.0.0', '@portal/test-kit': '1.0.0' } }),
  )
  expect(updateTeamRepository(root, { sdk: '1.0.0' }).written).toEqual(['tsconfig.json', 'playwright.config.ts'])
  expect(create('tables', '1.0.0')).toContain('e2e/tables.spec.ts')
})

test('writes nothing into a folder whose package.json is of something else', () => {
  const root = newRepository()
  writeFileSync(join(root, 'package.json'), '{ "name": "site" }')
  const requested = { subject: 'schedule', title: 'Расписание', icon: 'calendar' }
  expect(() => writeTeamRemote(root, requested, { sdk: '1.0.0' })).toThrow('Begin in an empty folder')
  expect(existsSync(join(root, 'mfe-schedule'))).toBe(false)
})

test('takes the test kit that was handed out beside the SDK', () => {
  const root = newRepository()
  for (const name of ['sdk', 'test-kit']) writeFileSync(join(root, `portal-${name}-1.0.0.tgz`), '')
  const requested = { subject: 'schedule', title: 'Расписание', icon: 'calendar' }
  expect(writeTeamRemote(root, requested, { sdk: 'file:./portal-sdk-1.0.0.tgz' })).toContain('e2e/schedule.spec.ts')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(devDependencies).toMatchObject({ '@portal/test-kit': 'file:portal-test-kit-1.0.0.tgz' })
})

function newRepository(): string {
  const root = mkdtempSync(join(tmpdir(), 'team-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** Writes files with the hashes that a generator with these texts would have written. */
function writeEarlierFiles(root: string, files: Record<string, string>): void {
  const hashesFile = join(root, '.portal-sdk.json')
  const hashes = JSON.parse(readFileSync(hashesFile, 'utf8'))
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(root, file), text)
    hashes[file] = hash('sha256', text)
  }
  writeFileSync(hashesFile, JSON.stringify(hashes))
}
