import { randomUUID } from 'node:crypto'
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncToDisk } from '@portal/command/sync-to-disk'
import { removeUnfinished } from '@portal/command/unfinished-files'
import { registryFileName, registrySequences } from '../registry.ts'
import { readPlainFile } from './plain-file.ts'
import { type ReleaseStore, rejectionNames } from './store.ts'

// A portal server is often another user than the one that releases, so all may read, whatever the umask of the command.
const FOLDER_MODE = 0o755
const FILE_MODE = 0o644

/**
 * Stores releases in a folder of this machine, or in one that several machines mount.
 * Every user of these may read them.
 */
export function folderStore(folder: string): ReleaseStore {
  const registries = join(folder, 'registry')
  const rejections = join(folder, 'rejected')
  const releases = join(folder, 'releases')
  const releaseFolder = (name: string, version: string) => join(releases, name, version)

  const store: ReleaseStore = {
    filesFolder: releases,

    listRegistries: async () => registrySequences((await ifThere(readdir(registries))) ?? []),

    async readRegistryText(sequence) {
      const text = await readPlainFile(registries, registryFileName(sequence))
      if (!text) throw new Error(`There is no registry ${sequence}`)
      return text.toString()
    },

    async addRegistry(sequence, text) {
      await makeFolder(registries)
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
      await syncToDisk(registries)
      return true
    },

    listRejections: async () => rejectionNames((await ifThere(readdir(rejections))) ?? []),

    readRejection: async (name) => (await readPlainFile(rejections, name))?.toString(),

    async addRejection(name, text) {
      await makeFolder(rejections)
      await writeDurably(join(rejections, name), text)
    },

    removeRejection: (name) => rm(join(rejections, name), { force: true }),

    removeRegistry: (sequence) => rm(join(registries, registryFileName(sequence)), { force: true }),

    async putRelease(name, version, build) {
      const release = releaseFolder(name, version)
      if (await ifThere(stat(join(release, 'release.json')))) return
      // Every release is stored whole, so a folder without release.json has lost it.
      if (await ifThere(stat(release))) await store.removeRelease(name, version)
      await makeFolder(join(releases, name))
      const copy = join(releases, name, `.${randomUUID()}`)
      try {
        await copyFiles(build, copy)
        // The rename stores the whole release or nothing.
        await rename(copy, release)
        await syncToDisk(join(releases, name))
      } catch (error) {
        // Another writer has stored the same release.
        if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error
      } finally {
        await rm(copy, { recursive: true, force: true })
      }
    },

    readFile: (name, version, file) => readPlainFile(releases, name, version, file),

    listFiles: async (name, version) => (await ifThere(readdir(releaseFolder(name, version)))) ?? [],

    async listReleases(name) {
      const found = (await ifThere(readdir(join(releases, name)))) ?? []
      return found.filter((version) => !version.startsWith('.'))
    },

    async removeRelease(name, version) {
      // It is renamed first, so that a partial release never has its name.
      const removed = join(releases, name, `.${randomUUID()}`)
      await ifThere(rename(releaseFolder(name, version), removed))
      await rm(removed, { recursive: true, force: true })
    },

    async removeUnfinished(name) {
      for (const written of [registries, join(releases, name)]) await removeUnfinished(written)
    },
  }
  return store
}

/** Creates a folder and the missing ones above it; those that exist keep their modes. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await chmod(made, FOLDER_MODE)
}

/**
 * Copies the files of a build, whose own folder only the user that built it can read. Flushes them to the disk before a
 * registry names them. Otherwise a power cut could leave empty files, and an existing release is never stored again.
 */
async function copyFiles(build: string, copy: string): Promise<void> {
  await makeFolder(copy)
  for (const name of await readdir(build)) {
    await copyFile(join(build, name), join(copy, name))
    await chmod(join(copy, name), FILE_MODE)
    await syncToDisk(join(copy, name))
  }
  await syncToDisk(copy)
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.chmod(FILE_MODE)
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
