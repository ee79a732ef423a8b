import type { KeyObject } from 'node:crypto'
import type { KeysSetting, PublicKeys } from '../signature.ts'

/**
 * Stores releases and registries, and has the keys for registries. Nothing is overwritten: a release is stored under
 * its version and a registry under its number, and the registry with the highest number is live. So a writer may be
 * killed at any point, and the second writer of a number learns that the number is taken.
 */
export type ReleaseStore = {
  /** Verify the registries that are read. When undefined, any registry is accepted. */
  publicKeys?: PublicKeys | undefined
  /** The setting that has these keys. By default RELEASE_PUBLIC_KEY. */
  keysSetting?: KeysSetting
  /** Signs registries that are written. */
  signingKey?: KeyObject | undefined
  /**
   * Where a portal server stores the newest registry that it has served, so that a restart never serves an older one.
   */
  servedFile?: string | undefined
  /** The folder of this machine from which a web server reads the files of releases. */
  filesFolder: string
  /** Downloads a release into that folder, unless it is there. Returns false when there is no such release. */
  download?(name: string, version: string): Promise<boolean>
  /** Numbers of the stored registries, highest first. */
  listRegistries(): Promise<number[]>
  /** Returns the text of a registry. @throws Error when there is none */
  readRegistryText(sequence: number): Promise<string>
  /** Returns false when the number is taken. */
  addRegistry(sequence: number, text: string): Promise<boolean>
  removeRegistry(sequence: number): Promise<void>
  /** What the checks have rejected (rejections.ts). */
  rejections: Records
  /** The previews of remotes (previews.ts). */
  previews: Records
  /** Stores everything in `folder`, whole or not at all. Does nothing when the version is stored already. */
  putRelease(name: string, version: string, folder: string): Promise<void>
  /** Returns a file of a release as it was stored, or undefined when there is none. */
  readFile(name: string, version: string, file: string): Promise<Buffer | undefined>
  listFiles(name: string, version: string): Promise<string[]>
  listReleases(name: string): Promise<string[]>
  removeRelease(name: string, version: string): Promise<void>
  /** Removes what is left of releases whose writer was killed a day ago or earlier. */
  removeUnfinished(name: string): Promise<void>
}

/** Small files of one kind, by name. */
export type Records = {
  list(): Promise<string[]>
  /** Returns undefined when there is none. */
  read(name: string): Promise<string | undefined>
  /** Writes a file, or replaces it. */
  write(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
}

export type RegistryCalls = Pick<ReleaseStore, 'listRegistries' | 'readRegistryText' | 'addRegistry' | 'removeRegistry'>
