import { callingRemote } from './calling-remote.ts'

/** @throws TypeError where the code of a remote has called the guarded function */
export function rejectRemotes(what: string): void {
  const remote = callingRemote()
  if (remote) throw new TypeError(`${remote} may not use ${what}: it is of all sections (docs/hostile-remotes.md)`)
}
