import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { providedName } from '@portal/shared/provided'
import { platformRoot, repository, sdkModules } from '../../bundler/paths.ts'
import { apiTypesFile, type ShellRelease } from '../../bundler/release.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { compilerErrors } from './compiler.ts'
import { byItself, type Problem } from './problem.ts'

/**
 * Returns where the remote does not compile against shells and against the next shell, which is `shared` of this copy
 * or of the SDK.
 */
export async function brokenTypes(
  remote: string,
  shells: readonly ShellRelease[],
  store: ReleaseStore,
): Promise<Problem[]> {
  const next = sdkModules ? 'this SDK' : 'the next shell'
  const own = compiledLines(remote, next, {})
  const ofShells = shells.map(async ({ version }) => {
    const shell = `shell ${version}`
    const lines = await compiledLines(remote, shell, await readShellTypes(store, version))
    const ownLines = await own
    // What does not compile with the declarations that it was written with is no conflict with a shell.
    const conflicts = lines.filter((line) => !ownLines.includes(line))
    return conflicts.map((line) => ({ text: against(shell, line), between: [remote, 'shell'] }))
  })
  const ofNext = own.then((lines) => lines.map((line) => byItself(against(next, line))))
  return (await Promise.all([...ofShells, ofNext])).flat()
}

/** Returns the declarations of a shell, or none if they are lost, so that the working copy's are used. */
export async function readShellTypes(store: ReleaseStore, version: string): Promise<Record<string, string>> {
  const text = await store.readFile('shell', version, apiTypesFile)
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}

/** Caches what the compiler reports: a check takes seconds, and the same shell is often checked again. */
const compiled = new Map<string, Promise<string[]>>()

/** Returns where the remote does not compile with the types of a shell, with the shell's name before each line. */
export async function linesAgainst(remote: string, shell: string, types: Record<string, string>): Promise<string[]> {
  return (await compiledLines(remote, shell, types)).map((line) => against(shell, line))
}

function against(shell: string, line: string): string {
  return `Against ${shell}: ${line}`
}

/** @throws Error when the compiler reports something else than errors in the sources of the remote */
async function compiledLines(remote: string, shell: string, types: Record<string, string>): Promise<string[]> {
  const key = JSON.stringify([remote, types])
  const lines = compiled.get(key) ?? compile(remote, types)
  compiled.set(key, lines)
  try {
    return await lines
  } catch (failure) {
    throw new Error(`${remote} cannot be checked against ${shell}:\n${failure}`)
  }
}

/** Compiles with these types, and otherwise with the files of the working copy. */
async function compile(remote: string, types: Record<string, string>): Promise<string[]> {
  // This folder is inside `shared`, where sources find its dependencies.
  const gate = join(platformRoot, 'shared/.types/gate')
  mkdirSync(gate, { recursive: true })
  const folder = mkdtempSync(join(gate, `${remote}-`))
  try {
    for (const [file, text] of Object.entries(types)) write(join(folder, file), text)
    const files = ['remote.ts', 'manifest.ts'].map((file) => join(repository, remote, file))
    const paths = Object.fromEntries(Object.keys(types).map((file) => [moduleName(file), [`./${file}`]]))
    return await compileProject(folder, files, paths, [`${remote}/`])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Compiles files with a configuration in `folder`. Returns the errors in files whose path in the repository
 * begins with one of `prefixes`.
 * @throws what the compiler reports when there are only others
 */
export async function compileProject(
  folder: string,
  files: readonly string[],
  paths: Record<string, string[]>,
  prefixes: readonly string[],
): Promise<string[]> {
  write(join(folder, 'tsconfig.json'), JSON.stringify(project(folder, files, paths)))
  const errors = await compilerErrors(['-p', folder])
  const lines = errors.split('\n').filter((line) => prefixes.some((prefix) => line.startsWith(prefix)))
  if (errors && lines.length === 0) throw errors
  return lines
}

function project(folder: string, files: readonly string[], paths: Record<string, string[]>) {
  const outside = (path: string) => relative(folder, join(platformRoot, path))
  const modules = Object.entries(sdkModules ?? {}).map(([name, file]) => [name, [outside(declarationPath(file))]])
  return {
    extends: outside('tsconfig.browser.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      outDir: null,
      rootDir: relative(folder, repository),
      tsBuildInfoFile: null,
      paths: {
        ...Object.fromEntries(modules),
        ...paths,
      },
    },
    include: [],
    files: [...files.map((file) => relative(folder, file)), outside('shared/ui/css-modules.d.ts')],
  }
}

/** `shared/zod.ts` → `shared/zod.d.ts` */
function declarationPath(file: string): string {
  return file.replace(/\.tsx?$/, '.d.ts')
}

/** `ui/button/button.d.ts` → `@portal/shared/ui/button` */
export function moduleName(file: string): string {
  const path = file.replace(/\.d\.ts$/, '')
  return providedName(`${path}.tsx`) ?? `@portal/shared/${path}`
}

export function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
