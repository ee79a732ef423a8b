// Runs a command of package.json: `exec node run.mjs platform/start/start.ts`. With `exec`, a signal that npm forwards
// reaches this process, and not only the shell of npm.
//
// A fresh clone needs any Node from 20 on. The pinned pnpm is fetched into `.cache`, compared with the hashes in
// package.json, and installs the packages. The command then runs on the Node that is one of the dependencies. Without a
// command this script only installs; `node run.mjs install --prod …` passes arguments to `pnpm install`.
//
// This is plain JavaScript that Node 14 can parse, so that an older Node can say that it is too old.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))
const { packageManager, pnpmBinaries, engines } = readJson(join(root, 'package.json'))
const [command, ...args] = process.argv.slice(2)
const [pnpmVersion, pnpmHash] = packageManager.split('+sha512.')
const pinnedPnpm = pnpmVersion.replace('@', '/')

/** npm waits for hours for a registry that accepts connections and sends nothing. */
const FETCH_MINUTES = 10

requireNode(Number(/\d+/.exec(engines.node)[0]))
// The pinned pnpm installs before it runs a script, and runs it on the project's Node.
if (!command || command === 'install') install()
else if (startedBy(pinnedPnpm) && process.versions.node === readFileSync(join(root, '.nvmrc'), 'utf8').trim())
  await here()
else inProjectsNode()

function requireNode(needed) {
  if (Number(process.versions.node.split('.')[0]) >= needed) return
  fail(`Node ${process.versions.node} is too old: ${needed} or later is needed, from https://nodejs.org`)
}

/** `pnpm/12.21.0`: pnpm and npm name themselves to the scripts that they run. */
function startedBy(name) {
  return (process.env.npm_config_user_agent || '').split(' ')[0] === name
}

async function here() {
  process.argv.splice(1, 2, join(root, command))
  await import('./node-setup.mjs')
  await import(pathToFileURL(join(root, command)).href)
}

function inProjectsNode() {
  const pnpm = install()
  const bin = join(root, 'node_modules/.bin')
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  // There are packages of Node for Linux only. Elsewhere node-setup.mjs checks the version of the Node that runs this.
  const node = existsSync(packaged) ? packaged : process.execPath
  const child = spawn(node, ['--import', './node-setup.mjs', command, ...args], {
    cwd: root,
    env: Object.assign({}, process.env, { PATH: bin + delimiter + process.env.PATH, npm_execpath: pnpm }),
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => fail(`The command cannot start: ${error.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/**
 * Installs what the lockfile says, unless it is installed. The output goes to stderr, because other programs may read
 * the stdout of the command. Returns the path of the pnpm that it used.
 */
function install() {
  const pnpm = pnpmProgram()
  const wanted = command === 'install' ? args : []
  const options = { cwd: root, stdio: ['ignore', 2, 2] }
  const { status, error } = spawnSync(process.execPath, [pnpm, 'install', ...wanted], options)
  if (error || status !== 0) fail(`The dependencies could not be installed${error ? `: ${error.message}` : ''}`)
  return pnpm
}

/** The pinned pnpm, fetched by npm once. A folder of the clone's own: no other clone writes there at the same time. */
function pnpmProgram() {
  const folder = join(root, '.cache', pinnedPnpm.replace('/', '-'))
  const program = join(folder, 'node_modules/pnpm/bin/pnpm.mjs')
  if (existsSync(program)) return program
  process.stderr.write(`Fetching ${pinnedPnpm.replace('/', ' ')}…\n`)
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  // Each may have another value in the user's npm settings.
  const settings = ['--no-global', '--no-save', '--no-package-lock', '--no-dry-run', '--no-audit', '--no-fund']
  const contents = ['--ignore-scripts', '--include=optional', '--install-strategy=hoisted', '--loglevel=error']
  const wanted = ['install', ...settings, ...contents, '--prefix', unfinished, pinnedPnpm.replace('/', '@')]
  const { status, error } = npm(wanted, unfinished)
  if (error || status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    if (error && error.code === 'ETIMEDOUT')
      fail(`npm did not fetch pnpm in ${FETCH_MINUTES} minutes: check the network, and the proxy or mirror of npm`)
    fail(
      error ? `npm is needed, which comes with Node: ${error.message}` : 'npm could not fetch pnpm; it says why above',
    )
  }
  const changed = findChangedPackage(join(unfinished, 'node_modules/.package-lock.json'))
  if (changed) {
    rmSync(unfinished, { recursive: true, force: true })
    fail(`${changed} of the registry is not the package that package.json has the hash of; it was not run`)
  }
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another start of this clone was faster.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}

/** npm has compared what it installed with the hashes in this file, which come from the registry. */
function findChangedPackage(lockfile) {
  const hashes = Object.assign({ pnpm: `sha512-${Buffer.from(pnpmHash, 'hex').toString('base64')}` }, pnpmBinaries)
  const { packages } = readJson(lockfile)
  return Object.keys(hashes).find((name) => {
    const installed = packages[`node_modules/${name}`]
    return installed ? installed.integrity !== hashes[name] : name === 'pnpm'
  })
}

function npm(wanted, cwd) {
  const options = { cwd, stdio: ['ignore', 2, 2], timeout: FETCH_MINUTES * 60 * 1000 }
  const { npm_execpath: started = '' } = process.env
  if (started.endsWith('npm-cli.js')) return spawnSync(process.execPath, [started, ...wanted], options)
  return spawnSync('npm', wanted, options)
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
