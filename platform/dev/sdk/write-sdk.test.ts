import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { platformRoot } from '../../bundler/paths.ts'
import { apiReport, apiReportFile } from './api-report.ts'
import { importsIn } from './program-files.ts'
import { writeGenerator } from './write-generator.ts'
import { writeSdk } from './write-sdk.ts'

/** The repository of a team, where the SDK is installed without what it depends on. */
let team: string
let sdk: string

beforeAll(async () => {
  team = mkdtempSync(join(tmpdir(), 'team-'))
  sdk = join(team, 'node_modules/@portal/sdk')
  const written = join(team, 'written')
  mkdirSync(written)
  await writeSdk(written, 'https://npm.company.example')
  mkdirSync(dirname(sdk), { recursive: true })
  renameSync(written, sdk)
})
afterAll(() => rmSync(team, { recursive: true, force: true }))

const read = (file: string) => readFileSync(join(sdk, file), 'utf8')
const sdkFiles = (pattern: string) => globSync(pattern, { cwd: sdk })

// spec: 12.2
test('the SDK has only JavaScript and declarations, because Node runs no TypeScript in node_modules', () => {
  expect(sdkFiles('**/*.{ts,tsx}').filter((file) => !file.endsWith('.d.ts'))).toEqual([])
  expect(sdkFiles('**/*.{test,stories}.*')).toEqual([])
})

// spec: 12.2
test('the SDK imports only its own files and the packages that it depends on, in exact versions', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const modules = JSON.parse(read('modules.json'))
  for (const file of sdkFiles('**/*.js')) {
    for (const name of importsIn(read(file)).filter((name) => !name.startsWith('node:'))) {
      const [scope = '', base = ''] = name.split('/')
      const found = name.startsWith('.')
        ? existsSync(join(sdk, dirname(file), name))
        : name in modules || (scope.startsWith('@') ? `${scope}/${base}` : scope) in dependencies
      expect(found, `${file} imports ${name}`).toBe(true)
    }
  }
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
})

test('names every module that a remote imports, with its declarations', () => {
  const modules: Record<string, string> = JSON.parse(read('modules.json'))
  const { compilerOptions } = JSON.parse(read('tsconfig.json'))
  expect(modules['@portal/shared/ui/button']).toBe('shared/ui/button/button.tsx')
  expect(modules['@portal/contracts/balance']).toBe('shared/contracts/balance.ts')
  for (const [name, source] of Object.entries(modules)) {
    const [declarations] = compilerOptions.paths[name]
    expect(existsSync(join(sdk, declarations)), source).toBe(true)
    expect(existsSync(join(sdk, source.replace(/\.tsx?$/, '.js'))), source).toBe(true)
  }
})

test('the API report is fresh, and the changelog has the version of the SDK', () => {
  expect(apiReport(sdk), 'run `npm run generate -- api-report`').toBe(readFileSync(apiReportFile, 'utf8'))
  const changelog = readFileSync(join(platformRoot, 'CHANGELOG.md'), 'utf8')
  expect(changelog).toContain(`SDK ${JSON.parse(read('package.json')).version}`)
})

/** `'  npm test  its tests'` → 12: where in its line the text begins. */
function findColumn(text: string, about: RegExp): number | undefined {
  return text
    .split('\n')
    .find((line) => about.test(line))
    ?.search(about)
}

test('the programs of the SDK run where nothing else is installed', async () => {
  const start = (...args: string[]) => promisify(execFile)(process.execPath, args, { cwd: team })
  expect((await start(join(sdk, 'bin/portal.js'))).stdout).toContain('release:canary')

  const generator = join(team, 'node_modules/@portal/create-remote')
  writeGenerator(generator, sdk)
  const create = join(generator, 'bin/create-portal-remote.js')
  await expect(start(create, 'schedule', '--sdk', 'file:nope.tgz')).rejects.toThrow('There is no nope.tgz in ')
  expect(existsSync(join(team, 'package.json'))).toBe(false)
  const { stdout: steps } = await start(create, 'schedule', '--title', 'Расписание', '--icon', 'calendar')
  // The columns line up.
  expect([/its tests$/m, /serves it/, /puts it live$/m].map((about) => findColumn(steps, about))).toEqual([35, 35, 35])
  const manifest = readFileSync(join(team, 'mfe-schedule/manifest.ts'), 'utf8')
  expect(manifest).toContain("label: 'Расписание', icon: 'calendar'")
  expect(readFileSync(join(team, '.gitignore'), 'utf8')).toContain('\ntest-results/\n')
  const { devDependencies, scripts } = JSON.parse(readFileSync(join(team, 'package.json'), 'utf8'))
  const { version } = JSON.parse(read('package.json'))
  expect(readFileSync(join(team, '.npmrc'), 'utf8')).toBe('@portal:registry=https://npm.company.example\n')
  expect(devDependencies).toMatchObject({ '@portal/sdk': version, '@portal/test-kit': version })
  // What the documents of remotes tell a team to use (docs/adding-a-remote.md).
  for (const name of ['flag', 'trace']) expect(scripts).toHaveProperty(`release:${name}`)
  const { stdout: usage } = await start(join(sdk, 'bin/portal.js'))
  const { e2e: _, ...commands } = scripts
  for (const script of Object.values<string>(commands)) expect(usage).toContain(`  ${script.split(' ')[1]}\n`)

  expect((await start(join(sdk, 'bin/portal.js'), 'update')).stdout).toContain('All files are up to date')

  await expect(start(create, 'schedule')).rejects.toThrow('mfe-schedule is there already')
  await start(create, 'tables', '--title', 'Столы')
  expect(existsSync(join(team, 'mfe-tables/remote.ts'))).toBe(true)
})
