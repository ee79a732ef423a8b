import { extname } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { isShell, type Release, toIntegrity } from '../../bundler/release.ts'

/** A release that is lost, or not as the registry and its release.json say. */
export class DamagedRelease extends Error {}

/** Returns what `reading` resolves to. For a damaged release it calls `onDamage` and returns undefined. */
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

/** Returns the hashes of the files that release.json names. */
export function integrityByFile(release: Release): Record<string, string> {
  const { files, server, sources, maps } = release
  const types = isShell(release) ? release.types : undefined
  const others = [server, sources, maps, types].flatMap((file) => (file ? [[file.file, file.integrity]] : []))
  return { ...files, ...Object.fromEntries(others) }
}

/** No build compresses a larger file. */
const MAX_FILE_BYTES = 64 * 1024 * 1024
const decompress: Record<string, typeof gunzipSync> = { '.br': brotliDecompressSync, '.gz': gunzipSync }

/** `entry.js.br` → `entry.js`, whose content a compressed copy has. */
function originalName(file: string): string {
  return extname(file) in decompress ? file.slice(0, -3) : file
}

/**
 * Returns whether a stored file is one of a release: release.json, or one that it names, or a compressed copy.
 * A bucket may have any.
 */
export function isOfRelease(file: string, integrities: Record<string, string>): boolean {
  return file === 'release.json' || (/^\w[\w.-]*$/.test(file) && Object.hasOwn(integrities, originalName(file)))
}

/**
 * Compares a file, or the content of a compressed copy, with its hash in release.json. Files that release.json does not
 * name are never run.
 */
export function isAsBuilt(file: string, content: Buffer, integrities: Record<string, string>): boolean {
  const unpack = decompress[extname(file)]
  const integrity = integrities[originalName(file)]
  if (!integrity) return true
  try {
    return toIntegrity(unpack ? unpack(content, { maxOutputLength: MAX_FILE_BYTES }) : content) === integrity
  } catch {
    return false
  }
}
