import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from '@portal/command/command'

const isPrivate = 'DRILL_HAS_PRIVATE_MOUNTS'

/**
 * Runs this command again in a namespace where its mounts are private and end with it; returns only there.
 * @throws CommandError when this machine does not allow that
 */
export function requirePrivateMounts(): void {
  if (process.env[isPrivate]) return
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) {
    throw new CommandError('This drill mounts small disks: run it as root, where mount namespaces are allowed')
  }
  const args = ['--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [isPrivate]: '1' } })
  process.exit(status ?? 1)
}

/** Mounts a data folder on a disk of 8 MB, and the database and the uploads on other disks. */
export async function mountSmallDisks() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-disks-'))
  const sizes = { '.': '8m', postgres: '300m', uploads: '1m' }
  for (const [name, size] of Object.entries(sizes)) {
    await mkdir(join(folder, name), { recursive: true })
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', join(folder, name)])
    if (mounted.status !== 0) throw new CommandError(`A disk cannot be mounted: ${mounted.stderr}`)
  }
  return {
    folder,
    /** Fills the disk; returns a function that makes room again. */
    async fill(name: keyof typeof sizes): Promise<() => Promise<void>> {
      const path = join(folder, name, 'filler')
      const file = await open(path, 'w')
      for (let size = 1024 * 1024; size >= 1; ) {
        try {
          await file.write(Buffer.alloc(size))
        } catch {
          size = Math.floor(size / 4)
        }
      }
      await file.close()
      return () => rm(path)
    },
    async stop(): Promise<void> {
      for (const name of Object.keys(sizes).toReversed()) spawnSync('umount', [join(folder, name)])
      await rm(folder, { recursive: true })
    },
  }
}
