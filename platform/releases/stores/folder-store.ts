import { randomUUID } from 'node:crypto'
import { cp, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { registryFileName, registrySequences } from '../registry.ts'
import type { ReleaseStore } from './store.ts'

/** Stores releases in a folder of this machine, or in one that several machines mount. */
export function folderStore(folder: string): ReleaseStore {
  const registries = join(folder, 'registry')
  const releaseOf = (name: string, version: string) => join(folder, 'releases', name, version)

  return {
    filesFolder: join(folder, 'releases'),

    listRegistries: async () => registrySequences((await ifThere(readdir(registries))) ?? []),

    readRegistryText: (sequence) => readFile(join(registries, registryFileName(sequence)), 'utf8'),

    async addRegistry(sequence, text) {
      await mkdir(registries, { recursive: true })
      const temporary = join(registries, `.${randomUUID()}`)
      try {
        await writeDurably(temporary, text)
        // Unlike a rename, a link does not replace what another writer has put there.
        await link(temporary, join(registries, registryFileName(sequence)))
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false
        throw error
      } finally {
        await rm(temporary, { force: true })
      }
      await syncFolder(registries)
      return true
    },

    removeRegistry: (sequence) => rm(join(registries, registryFileName(sequence)), { force: true }),

    async putRelease(name, version, build) {
      const release = releaseOf(name, version)
      if (await ifThere(stat(release))) return
      await mkdir(join(folder, 'releases', name), { recursive: true })
      const copy = join(folder, 'releases', name, `.${randomUUID()}`)
      try {
        await cp(build, copy, { recursive: true })
        // The rename stores the whole release or nothing.
        await rename(copy, release)
      } catch (error) {
        // Another writer has stored the same release.
        if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error
      } finally {
        await rm(copy, { recursive: true, force: true })
      }
    },

    readFile: (name, version, file) => ifThere(readFile(join(releaseOf(name, version), file))),

    listFiles: async (name, version) => (await ifThere(readdir(releaseOf(name, version)))) ?? [],

    async listReleases(name) {
      const found = (await ifThere(readdir(join(folder, 'releases', name)))) ?? []
      return found.filter((version) => !version.startsWith('.'))
    },

    async removeRelease(name, version) {
      // It is renamed first, so that a partial release never has its name.
      const removed = join(folder, 'releases', name, `.${randomUUID()}`)
      await ifThere(rename(releaseOf(name, version), removed))
      await rm(removed, { recursive: true, force: true })
    },
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
