import { extname } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { integrityOf, type Release } from '../../bundler/release.ts'

/** A release that is lost, or not as the registry and its release.json say. */
export class DamagedRelease extends Error {}

/** Returns what `reading` resolves to; undefined for a damaged release, for which it calls `onDamage`. */
export async function unlessDamaged<T>(
  reading: Promise<T>,
  onDamage: (error: DamagedRelease) => void = () => {},
): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof DamagedRelease)) throw error
    onDamage(error)
    return undefined
  }
}

/** Returns whether a name is one of a release. A bucket accepts any: `../../x` would be written outside of the folder. */
export function isPlain(file: string): boolean {
  return /^[^./][^/]*$/.test(file)
}

/** Returns the hashes of the files that release.json names. */
export function integrityByFile({ files, server, sources, maps }: Release): Record<string, string> {
  const others = [server, sources, maps].flatMap((file) => (file ? [[file.file, file.integrity]] : []))
  return { ...files, ...Object.fromEntries(others) }
}

/** No build compresses a larger file. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const decompress: Record<string, typeof gunzipSync> = { '.br': brotliDecompressSync, '.gz': gunzipSync }

/** `entry.js.br` → `entry.js`, whose content a compressed copy has. */
export function originalOf(file: string): string {
  return extname(file) in decompress ? file.slice(0, -3) : file
}

/** Compares a file with its hash in release.json; of a compressed copy, the content. Files that it does not name are not run. */
export function isAsBuilt(file: string, content: Buffer, integrities: Record<string, string>): boolean {
  const unpack = decompress[extname(file)]
  const integrity = integrities[originalOf(file)]
  if (!integrity) return true
  try {
    return integrityOf(unpack ? unpack(content, { maxOutputLength: MAX_FILE_BYTES }) : content) === integrity
  } catch {
    return false
  }
}
