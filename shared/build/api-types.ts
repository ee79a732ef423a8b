import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from './paths.ts'

/** Folders of `shared` that a page gets from the shell at run time. The others become part of each remote. */
const provided = ['ui', 'forms', 'session', 'http']

/**
 * Declarations of what this working copy's shell gives to remotes, by file: `{ 'ui/button/button.d.ts': '…' }`. Later
 * releases of remotes are checked against them. @throws when the sources do not compile
 */
export async function emitApiTypes(): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'api-types-'))
  try {
    const options = ['--composite', 'false', '--declaration', '--incremental', 'false', '--noCheck', '--outDir', folder]
    await promisify(execFile)(join(repository, 'node_modules/.bin/tsc'), ['-p', join(repository, 'shared'), ...options])
    const files = globSync(
      ['{router,remote,manifest,page-protocol}.d.ts', ...provided.map((name) => `${name}/**/*.d.ts`)],
      {
        cwd: folder,
        exclude: (file) => file === 'testing' || file.endsWith('.test.d.ts'),
      },
    )
    return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
