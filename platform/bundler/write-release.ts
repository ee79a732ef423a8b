import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { fileList, toIntegrity } from './release.ts'

/** Writes the list of the files in a folder of build output. Returns `sha256-…` of each of them, and of the list. */
export function listFiles(folder: string): Record<string, string> {
  const files = fileIntegrity(folder)
  const list = JSON.stringify(files)
  writeFileSync(join(folder, fileList), list)
  return { ...files, [fileList]: toIntegrity(list) }
}

/** Returns `sha256-…` of each script and stylesheet in a folder of build output. */
export function fileIntegrity(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .filter((file) => /\.(js|css)$/.test(file))
      .map((file) => [file, toIntegrity(readFileSync(join(folder, file)))]),
  )
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Writes `file.br` and `file.gz` beside each file, once per build instead of once per request. */
export async function compressFiles(folder: string): Promise<void> {
  const files = readdirSync(folder).filter((file) => /\.(js|css)$/.test(file) || file === fileList)
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file)
      const content = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${path}.br`, await brotli(content, { params }))
      writeFileSync(`${path}.gz`, await gzipped(content, { level: 9 }))
    }),
  )
}

/** Returns `{ 'entry.js': 6581 }`, the sizes of the files of `compressFiles`. */
export function compressedBytes(folder: string): Record<string, number> {
  const made = readdirSync(folder).filter((file) => file.endsWith('.br'))
  return Object.fromEntries(made.map((file) => [file.slice(0, -'.br'.length), statSync(join(folder, file)).size]))
}

/** Publishes a build atomically: it is written to a folder next to the final one, which is then renamed. */
export function publishFolder(made: string, release: string): void {
  rmSync(release, { recursive: true, force: true })
  renameSync(made, release)
}
