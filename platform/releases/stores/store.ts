/**
 * Where releases and the registry are. Nothing in it is ever overwritten: a release is put once under its version, a
 * registry once under its number, and the highest number is live. So a writer may be killed at any point, and of two
 * writers of the same number one is told that it came second.
 */
export type ReleaseStore = {
  /** Numbers of the registries that are kept, highest first. */
  listRegistries(): Promise<number[]>
  /** Text of a registry. @throws when there is none */
  readRegistry(sequence: number): Promise<string>
  /** False: there is one of this number already. */
  addRegistry(sequence: number, text: string): Promise<boolean>
  removeRegistry(sequence: number): Promise<void>
  /** Everything in `folder`; it is there whole or not at all. Put again, nothing changes. */
  putRelease(name: string, version: string, folder: string): Promise<void>
  /** A file of a release as it was put; undefined: there is none. */
  readFile(name: string, version: string, file: string): Promise<Buffer | undefined>
  listFiles(name: string, version: string): Promise<string[]>
  listReleases(name: string): Promise<string[]>
  removeRelease(name: string, version: string): Promise<void>
}
