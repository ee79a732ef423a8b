import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { platformRoot } from '../../bundler/paths.ts'
import { compilerErrors, writesModules } from '../../releases/compatibility/compiler.ts'
import { compiledFile, programFiles, renameImports } from './program-files.ts'
import { sdkPackage } from './sdk-package.ts'

/** What runs in Node: the programs, what they start as processes, and what webpack loads by its path. */
const programs = [
  'platform/sdk/bundler.ts',
  'platform/sdk/testing/browser-tests.ts',
  'platform/dev/sdk/create.ts',
  'platform/dev/sdk/portal.ts',
  'platform/rendering/process.ts',
  ...[
    'build-package',
    'css-layer-loader',
    'remote-css-loader',
    'no-error-texts',
    'endpoint-summary-loader',
    'runtime-of-shell',
  ].map((name) => `platform/bundler/${name}.ts`),
]

/** Copied as they are. */
const plainFiles = ['.browserslistrc', 'LICENSE', 'tsconfig.base.json', 'tsconfig.browser.json']

/**
 * Writes the SDK into a folder: the modules of this repository as JavaScript with declarations, in the same folders. It
 * can be published in `registry` only.
 */
export async function writeSdk(folder: string, registry?: string): Promise<void> {
  // The modules that only operators call are included where others import them.
  const shared = filesIn(['shared'], '{ts,tsx}').filter((file) => !file.startsWith('shared/contracts/admin/'))
  await emit(folder, shared)
  const modules = namedModules(shared)
  const copied = [...plainFiles, ...filesIn(['shared'], 'css'), ...filesIn(['platform/server/public'], '*')]
  for (const file of [...copied, 'shared/ui/css-modules.d.ts']) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(platformRoot, file), join(folder, file))
  }
  for (const file of ['README.md', 'api-report.txt', 'remote-rules.grit'])
    copyFileSync(join(platformRoot, 'platform/sdk', file), join(folder, file))
  write(folder, 'modules.json', JSON.stringify(modules, null, 1))
  write(folder, 'tsconfig.json', JSON.stringify(teamsTsconfig(modules), null, 1))
  // The process that renders pages may read nothing above this folder.
  write(folder, 'platform/package.json', '{ "type": "module" }\n')
  write(folder, 'package.json', JSON.stringify(sdkPackage(folder, registry), null, 2))
  for (const [name, start] of Object.entries({ portal: 'portal', 'create-portal-remote': 'create' })) {
    write(folder, `bin/${name}.js`, startScript(start))
    chmodSync(join(folder, `bin/${name}.js`), 0o755)
  }
}

/** Returns the files of folders by their paths here, without tests and stories. */
function filesIn(folders: readonly string[], extension: string): string[] {
  const left = ['node_modules', '.types', 'gallery']
  const patterns = folders.map((folder) => `${folder}/**/*.${extension}`)
  const exclude = (file: string) => left.includes(file) || /\.(test|stories|config)\.|\.d\.ts$/.test(file)
  return globSync(patterns, { cwd: platformRoot, exclude }).sort()
}

/** Compiles modules. Writes the modules of `shared`, and the programs with everything that they import. */
async function emit(folder: string, shared: readonly string[]): Promise<void> {
  // Inside of this repository, where TypeScript finds its libraries.
  const projects = join(platformRoot, 'platform/.types')
  mkdirSync(projects, { recursive: true })
  const project = mkdtempSync(join(projects, 'sdk-'))
  try {
    const out = join(project, 'out')
    // TypeScript emits no modules that it finds by links in node_modules, so it gets all files that may be imported.
    const files = [
      ...shared,
      ...filesIn(['shared/contracts/admin', 'platform', 'api/command', 'api/s3', 'api/src'], 'ts'),
    ]
    write(project, 'tsconfig.json', JSON.stringify(emitted(project, out, files)))
    const errors = await compilerErrors(['-p', project])
    if (errors) throw new Error(errors)
    for (const file of programFiles(out, [...shared, ...programs].map(compiled))) {
      for (const emittedFile of [file, file.replace(/\.js$/, '.d.ts')]) {
        const text = readFileSync(join(out, emittedFile), 'utf8')
        write(folder, emittedFile, file.startsWith('shared/') ? text : linkModules(emittedFile, text))
      }
    }
  } finally {
    rmSync(project, { recursive: true, force: true })
  }
}

/** `shared/ui/button/button.tsx` → `shared/ui/button/button.js` */
function compiled(source: string): string {
  return source.replace(/\.tsx?$/, '.js')
}

function emitted(project: string, outDir: string, files: readonly string[]) {
  const inRepository = (file: string) => relative(project, join(platformRoot, file))
  return {
    extends: inRepository('tsconfig.browser.json'),
    compilerOptions: {
      ...writesModules,
      noCheck: true,
      // The oldest browsers parse it (.browserslistrc): bundles compile only sources, and take this as it is.
      target: 'es2022',
      types: ['node'],
      rootDir: relative(project, platformRoot),
      outDir,
    },
    include: [],
    files: [...files, 'shared/ui/css-modules.d.ts'].map(inRepository),
  }
}

/**
 * Node finds no packages of this repository from the SDK: `@portal/command/command` → `../../api/command/command.js`.
 */
function linkModules(file: string, text: string): string {
  const link = (name: string) => {
    if (!name.startsWith('@portal/')) return name
    const target = relative(dirname(file), compiledFile(file, name))
    return target.startsWith('.') ? target : `./${target}`
  }
  if (file.endsWith('.js')) return renameImports(text, link)
  return text.replace(/(?<=^(?:import|export)[^'"`]*?['"]|\bimport\(['"])@portal\/[^'"]+/gm, link)
}

/**
 * Returns the modules that remotes and tests import by a name:
 * `{ '@portal/shared/ui/button': 'shared/ui/button/button.tsx' }`.
 */
function namedModules(files: readonly string[]): Record<string, string> {
  const { resolve } = createRequire(join(platformRoot, 'shared/package.json'))
  const named = files.flatMap((file) => {
    const path = file.replace(/^shared\/contracts\//, 'contracts/').replace(/\.tsx?$/, '')
    return [`@portal/${path}`, `@portal/${dirname(path)}`]
      .filter((name) => resolves(resolve, name, join(platformRoot, file)))
      .map((name) => [name, file])
  })
  return Object.fromEntries(named)
}

function resolves(resolve: (name: string) => string, name: string, file: string): boolean {
  try {
    return resolve(name) === file
  } catch {
    return false
  }
}

/** What the tsconfig.json of a team extends. */
function teamsTsconfig(modules: Readonly<Record<string, string>>) {
  const paths = Object.entries(modules).map(([name, file]) => [name, [`./${file.replace(/\.tsx?$/, '.d.ts')}`]])
  return {
    extends: './tsconfig.browser.json',
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      outDir: null,
      tsBuildInfoFile: null,
      types: ['node', '@portal/sdk/css-modules'],
      paths: Object.fromEntries(paths),
    },
  }
}

function startScript(start: string): string {
  return `#!/usr/bin/env node
const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  process.stderr.write('Node ' + process.versions.node + ' is too old: 24 or later is needed, from https://nodejs.org\\n')
  process.exit(1)
}
await import('../platform/dev/sdk/${start}.js')
`
}

function write(folder: string, file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
