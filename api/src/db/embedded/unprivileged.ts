import { spawnSync } from 'node:child_process'
import { chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

type Identity = { uid?: number; gid?: number }

/** How a program of PostgreSQL is started by root, which it rejects, and which user must own its files. */
export type Unprivileged = {
  wrap(command: string, args: readonly string[]): { command: string; args: string[]; identity: Identity }
  owner: Identity
}

const nobody = { uid: 65_534, gid: 65_534 }

// Both ways can read files inside a closed home folder, as root can. The plain user `nobody` could not.
const userNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
// Containers often forbid namespaces.
const nobodyWithReach = [
  ...['setpriv', `--reuid=${nobody.uid}`, `--regid=${nobody.gid}`, '--clear-groups'],
  ...['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--'],
]

export function unprivileged(): Unprivileged {
  if (process.getuid?.() !== 0) return startedBy([], {})
  if (works(userNamespace)) return startedBy(userNamespace, { uid: 0, gid: 0 })
  if (works(nobodyWithReach)) return startedBy(nobodyWithReach, nobody)
  return { ...startedBy([], nobody), wrap: (command, args) => ({ command, args: [...args], identity: nobody }) }
}

function works([command = '', ...args]: readonly string[]): boolean {
  return spawnSync(command, [...args, 'true']).status === 0
}

function startedBy(prefix: readonly string[], owner: Identity): Unprivileged {
  return {
    wrap(command, args) {
      const [first = command, ...rest] = [...prefix, command, ...args]
      return { command: first, args: rest, identity: {} }
    },
    owner,
  }
}

/**
 * Makes the identity the owner of the folder. The way in which root starts PostgreSQL may change between two starts.
 */
export async function giveTo({ uid, gid }: Identity, folder: string): Promise<void> {
  if (uid === undefined || gid === undefined || (await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chown(join(entry.parentPath, entry.name), uid, gid)
  }
  await chown(folder, uid, gid)
}
