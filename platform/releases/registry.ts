/** One release by its version, and the hash of its `release.json`, which has the hash of each of its files. */
export type ReleasePointer = {
  version: string
  /** `sha256-…` of the text of release.json. */
  integrity: string
  /** When it was released, ISO 8601. */
  at: string
  /** Earlier shells whose types a remote was not checked with. Undefined when they are unknown. */
  uncheckedShells?: string[]
  /** What it was built from. Undefined for releases of a demo, and before this was recorded. */
  source?: ReleaseSource
}

/** Each is undefined where it is not known. */
export type ReleaseSource = {
  /** The hash of the commit. */
  commit?: string
  /** The sources had changes that were not committed. */
  isModified?: true
  /** The author of the commit: `Anna Ivanova <anna@example.ru>`. */
  author?: string
  /** The address of the CI job. */
  job?: string
}

/** The registry: which release of each build is live. A change makes a new one with the next number. */
export type Registry = {
  sequence: number
  /** When it was signed, ISO 8601: it expires (served.ts). */
  at: string
  /** The action that made this registry: `release mfe-tips 3f2a…`. */
  reason: string
  /** By name; that of the shell is `shell`. */
  names: Record<
    string,
    {
      current: ReleasePointer
      /** Earlier releases, newest first: a rollback returns to the first, and pages fall back to it where it is compatible. */
      history: ReleasePointer[]
      /** Shown to `percent` of the browsers instead of `current`. */
      canary?: ReleasePointer & { percent: number }
    }
  >
  /** Ed25519 over everything else, base64 (signature.ts). */
  signature?: string
}

/** `history` has at most this many pointers. */
const MAX_HISTORY = 10

/** A file name has nine digits. */
export const MAX_SEQUENCE = 999_999_999

/** `000000012.json`: the order of names is that of numbers. */
export function registryFileName(sequence: number): string {
  return `${String(sequence).padStart(9, '0')}.json`
}

/** `['000000012.json', '.x']` → `[12]`: numbers of the registries among file names, highest first. */
export function registrySequences(fileNames: readonly string[]): number[] {
  return fileNames
    .filter((name) => /^\d{9}\.json$/.test(name))
    .map((name) => Number(name.slice(0, 9)))
    .sort((one, other) => other - one)
}

export const emptyRegistry: Registry = { sequence: 0, at: '', reason: '', names: {} }

/** Returns every release that a page may get now. */
export function pointersOf({ current, history, canary }: Entry): ReleasePointer[] {
  return [current, ...history, ...(canary ? [canary] : [])]
}

type Names = Registry['names']
type Entry = Names[string]

/** Makes a release current. One that was released before moves to the front of the history. */
export function released(names: Names, name: string, pointer: ReleasePointer): Names {
  const before = names[name]
  if (!before) return { ...names, [name]: { current: pointer, history: [] } }
  if (before.current.version === pointer.version) {
    return { ...names, [name]: { current: checkedAgain(before.current, pointer), history: before.history } }
  }
  const history = [before.current, ...before.history].filter(({ version }) => version !== pointer.version)
  return { ...names, [name]: { current: pointer, history: history.slice(0, MAX_HISTORY) } }
}

/** Removes the shells that the release has been checked with by now. */
function checkedAgain(before: ReleasePointer, { uncheckedShells: unchecked }: ReleasePointer): ReleasePointer {
  if (!before.uncheckedShells || !unchecked) return before
  return { ...before, uncheckedShells: before.uncheckedShells.filter((version) => unchecked.includes(version)) }
}

/** Makes the previous release current, and removes the withdrawn one, to which no page may fall back. @throws when there is none */
export function rolledBack(names: Names, name: string): Names {
  const [previous, ...history] = requireEntry(names, name).history
  if (!previous) throw new Error(`${name} has no release before the current one`)
  return { ...names, [name]: { current: previous, history } }
}

/** Starts a canary for `percent` of the browsers; the others get the current release. @throws when there is no current one */
export function canaryStarted(names: Names, name: string, pointer: ReleasePointer, percent: number): Names {
  const { current, history } = requireEntry(names, name)
  if (current.version === pointer.version) throw new Error(`${name} ${pointer.version} is current already`)
  return { ...names, [name]: { current, history, canary: { ...pointer, percent } } }
}

export function canaryEnded(names: Names, name: string): Names {
  return { ...names, [name]: withoutCanary(requireEntry(names, name)) }
}

function withoutCanary({ current, history }: Entry): Entry {
  return { current, history }
}

function requireEntry(names: Names, name: string): Entry {
  const found = names[name]
  if (!found) throw new Error(`${name} has never been released`)
  return found
}
