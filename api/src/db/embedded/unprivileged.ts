import { spawnSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** PostgreSQL refuses to run as root: how a command of it is started, and who must own its files. */
export type Unprivileged = {
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; identity: Identity }
  owner: Identity
}
type Identity = { uid?: number; gid?: number }

const nobody = { uid: 65_534, gid: 65_534 }
const mapped = ['--user', '--map-user=1000', '--map-group=1000', '--']

export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) {
    return { wrap: (command, args) => ({ command, args: [...args], identity: {} }), owner: {} }
  }
  // A user namespace keeps root's reach inside a closed home folder, where `nobody` could not even see the files.
  if (spawnSync('unshare', [...mapped, 'true']).status === 0) {
    return {
      wrap: (command, args) => ({ command: 'unshare', args: [...mapped, command, ...args], identity: {} }),
      owner: { uid: 0, gid: 0 },
    }
  }
  return { wrap: (command, args) => ({ command, args: [...args], identity: nobody }), owner: nobody }
}

/** Gives the folder to the owner, if it belonged to another: how root starts PostgreSQL may change between two starts. */
export async function giveTo({ uid, gid }: Identity, folder: string): Promise<void> {
  if (uid === undefined || gid === undefined || (await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  await chown(folder, uid, gid)
}
