import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseStore } from './store.ts'

/** Brings a release to this machine unless it is here. False: there is no such release. */
export type BringRelease = (name: string, version: string) => Promise<boolean>

/** Files of a bucket's releases in a folder that a web server reads. A release never changes, so it is brought once. */
export function mirror(store: ReleaseStore, folder: string): BringRelease {
  const underWay = new Map<string, Promise<boolean>>()

  async function bring(name: string, version: string): Promise<boolean> {
    const release = join(folder, name, version)
    if (existsSync(release)) return true
    const files = (await store.listFiles(name, version)).filter(isPlain)
    if (!files.includes('release.json')) return false
    const made = join(folder, name, `.${randomUUID()}`)
    await mkdir(made, { recursive: true })
    try {
      await Promise.all(
        files.map(async (file) => {
          const content = await store.readFile(name, version, file)
          if (!content) throw new Error(`${file} of ${name} ${version} is gone`)
          await writeFile(join(made, file), content)
        }),
      )
      await rename(made, release)
    } catch (error) {
      // Another portal server with the same folder was faster.
      if (!existsSync(release)) throw error
    } finally {
      await rm(made, { recursive: true, force: true })
    }
    return true
  }

  return (name, version) => {
    const key = `${name}/${version}`
    const found = underWay.get(key) ?? bring(name, version).finally(() => underWay.delete(key))
    underWay.set(key, found)
    return found
  }
}

/** A bucket takes any name: `../../x` is none of a release's, and would be written outside of its folder. */
function isPlain(file: string): boolean {
  return /^[^./][^/]*$/.test(file)
}
