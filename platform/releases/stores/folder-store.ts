import { randomUUID } from 'node:crypto'
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeUnfinished, syncToDisk } from '@portal/command/unfinished-files'
import { registryFileName, registrySequences } from '../registry.ts'
import { readPlainFile } from './plain-file.ts'
import type { Records, RegistryCalls, ReleaseStore } from './store.ts'

// A portal server is often another user than the one that releases, so all may read, whatever the umask of the command.
const FOLDER_MODE = 0o755
const FILE_MODE = 0o644

/**
 * Stores releases in a folder of this machine, or in one that several machines mount.
 * Every user of these may read them.
 */
export function createFolderStore(folder: string): ReleaseStore {
  const registries = join(folder, 'registry')
  const releases = join(folder, 'releases')
  const rejected = join(folder, 'rejected')
  const previews = join(folder, 'previews')
  return {
    filesFolder: releases,
    ...registryFiles(registries),
    rejections: recordFiles(rejected),
    previews: recordFiles(previews),
    ...releaseFolders(releases),

    async removeUnfinished(name) {
      for (const written of [registries, join(releases, name), rejected, previews]) await removeUnfinished(written)
    },
  }
}

/** `folder` has one file for each registry. */
function registryFiles(folder: string): RegistryCalls {
  return {
    listRegistries: async () => registrySequences((await ifThere(readdir(folder))) ?? []),

    async readRegistryText(sequence) {
      const text = await readPlainFile(folder, registryFileName(sequence))
      if (!text) throw new Error(`There is no registry ${sequence}`)
      return text.toString()
    },

    addRegistry: (sequence, text) =>
      writeWhole(folder, text, (temporary) => linkUnlessTaken(temporary, join(folder, registryFileName(sequence)))),

    removeRegistry: (sequence) => rm(join(folder, registryFileName(sequence)), { force: true }),
  }
}

/** `folder` has one file for each record. */
function recordFiles(folder: string): Records {
  return {
    list: async () => (await ifThere(readdir(folder))) ?? [],

    read: async (name) => (await readPlainFile(folder, name))?.toString(),

    write: (name, text) => writeWhole(folder, text, (temporary) => rename(temporary, join(folder, name))),

    remove: (name) => rm(join(folder, name), { force: true }),
  }
}

type ReleaseFolderCalls = Pick<ReleaseStore, 'putRelease' | 'readFile' | 'listFiles' | 'listReleases' | 'removeRelease'>

/** `releases` has a folder for each package, and in it one for each version. */
function releaseFolders(releases: string): ReleaseFolderCalls {
  const releaseFolder = (name: string, version: string) => join(releases, name, version)
  /** A name with a dot at its beginning is not listed as a version. */
  const unlistedFolder = (name: string) => join(releases, name, `.${randomUUID()}`)

  async function removeRelease(name: string, version: string): Promise<void> {
    // It is renamed first, so that a partial release never has its name.
    const removed = unlistedFolder(name)
    await ifThere(rename(releaseFolder(name, version), removed))
    await rm(removed, { recursive: true, force: true })
  }

  return {
    async putRelease(name, version, build) {
      const release = releaseFolder(name, version)
      if (await ifThere(stat(join(release, 'release.json')))) return
      // Every release is stored whole, so a folder without release.json has lost it.
      if (await ifThere(stat(release))) await removeRelease(name, version)
      await makeFolder(join(releases, name))
      const copy = unlistedFolder(name)
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

    removeRelease,
  }
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

/**
 * Writes a temporary file, and `nameFile` gives the file its name, so that readers never see a partial one. Returns
 * what `nameFile` returns.
 */
async function writeWhole<T>(folder: string, text: string, nameFile: (temporary: string) => Promise<T>): Promise<T> {
  await makeFolder(folder)
  const temporary = join(folder, `.${randomUUID()}`)
  let result: T
  try {
    await writeDurably(temporary, text)
    result = await nameFile(temporary)
  } finally {
    await rm(temporary, { force: true })
  }
  await syncToDisk(folder)
  return result
}

/** Returns false when another writer has put a file there. Unlike a link, a rename would replace that file. */
async function linkUnlessTaken(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
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
