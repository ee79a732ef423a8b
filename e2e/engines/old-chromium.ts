import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const repository = join(import.meta.dirname, '../..')

/**
 * Returns the path of the oldest Chromium of .browserslistrc, which is first unpacked from its npm package if
 * necessary.
 * @throws Error when the package has none for this machine
 */
export function unpackOldChromium(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`Chromium 109 comes from the package @sparticuz/chromium, which has it only for Linux on x64`)
  }
  const manifest = createRequire(import.meta.url).resolve('@sparticuz/chromium/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const path = join(repository, '.cache/old-chromium', version, 'chromium')
  if (existsSync(path)) return path
  mkdirSync(dirname(path), { recursive: true })
  // A link makes the complete file appear in one step, and does not replace the file of another worker, whose browser
  // could then start no more processes.
  const unfinished = `${path}-${process.pid}`
  writeFileSync(unfinished, brotliDecompressSync(readFileSync(join(dirname(manifest), 'bin/chromium.br'))), {
    mode: 0o755,
  })
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  }
  rmSync(unfinished)
  return path
}
