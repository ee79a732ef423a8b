import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { providedFiles, providedFolders } from '@portal/shared/provided'
import { repository } from './paths.ts'

/**
 * Returns the declarations of the modules that this working copy's shell provides: `{ 'ui/button/button.d.ts': '…' }`.
 * Later releases of remotes are checked against them. @throws Error when the sources do not compile
 */
export async function emitApiTypes(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project(folder)))
    await promisify(execFile)(join(repository, 'node_modules/.bin/tsc'), ['-p', folder])
    const files = globSync(declared('d.ts'), { cwd: folder })
    return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Compiles without the projects that `shared` refers to, because they may not have been compiled. */
function project(folder: string) {
  const shared = join(repository, 'shared')
  return {
    extends: join(shared, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      incremental: false,
      tsBuildInfoFile: null,
      declaration: true,
      noCheck: true,
      rootDir: shared,
      outDir: folder,
    },
    files: [],
    include: [...declared('ts'), ...declared('tsx'), 'ui/css-modules.d.ts'].map((file) => join(shared, file)),
    exclude: ['**/*.test.*', '**/testing'].map((file) => join(shared, file)),
  }
}

function declared(extension: string): string[] {
  const folders = Object.keys(providedFolders).map((name) => `${name}/**/*`)
  const files = [...providedFiles, ...folders, 'remote', 'manifest', 'page-protocol']
  return files.map((file) => `${file}.${extension}`)
}
