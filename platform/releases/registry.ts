import type { FlagSetting } from '@portal/shared/manifest'

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
  /**
   * The store that its files were copied from, and its registry there: `https://storage.example/staging, registry 12`.
   */
  promotedFrom?: string
  /** It was released without running its tests. */
  untested?: true
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

/** `sequence` is the number of the registry that changed the entry. `at` is the time of the signature in ISO 8601. */
type Signed = { sequence: number; at: string; signature: string }

/** The registry: which release of each build is live. A change makes a new one with the next number. */
export type Registry = {
  sequence: number
  /** When it was signed, ISO 8601. */
  at: string
  /** The action that made this registry: `release mfe-tips 3f2a…`. */
  reason: string
  /** Who has made the change: a user of CI or of a machine, or a user of the portal. */
  by?: string
  /** The entries by name. The shell's name is `shell`. */
  names: Record<
    string,
    {
      current: ReleasePointer
      /**
       * Earlier releases, newest first: a rollback returns to the first,
       * and pages fall back to it where it is compatible.
       */
      history: ReleasePointer[]
      /** Shown to `percent` of the browsers instead of `current`, and to its audience. */
      canary?: Canary
      /** The settings of flags that the manifest declares. */
      flags?: Record<string, FlagSetting>
      /**
       * The signature of the key that made this entry or has signed it again since. Undefined before 28 November 2026
       * and in unsigned registries. Then the signature of the whole registry counts.
       */
      signed?: Signed
    }
  >
  /** Ed25519 over everything else, base64 (signature.ts). */
  signature?: string
}

export type Canary = ReleasePointer & {
  /** 0 to 99. */
  percent: number
  audience?: Audience
}

/** Users who get a canary whatever their browser; portal servers from before there were audiences ignore it. */
export type Audience = {
  /** `accountHash` of each, because registries name no user. */
  accounts?: readonly string[]
  /** Ids: all employees of these. */
  restaurants?: readonly string[]
}

/**
 * A build that only users who choose it see (previews.ts). `until` is when it ends, ISO 8601. `integrity` is the hash
 * of its release.json.
 */
export type Preview = { name: string; version: string; integrity: string; until: string }

/** `history` has at most this many pointers. */
export const MAX_HISTORY = 10

/** A file name has nine digits. */
export const MAX_SEQUENCE = 999_999_999

/** `000000012.json`: names sort like the numbers. */
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
export function entryPointers({ current, history, canary }: Entry): ReleasePointer[] {
  return [current, ...history, ...(canary ? [canary] : [])]
}

export type Names = Registry['names']
export type Entry = Names[string]

/** Makes a release current. The previous one moves to the front of the history. */
export function released(names: Names, name: string, pointer: ReleasePointer): Names {
  const before = names[name]
  if (!before) return { ...names, [name]: { current: pointer, history: [] } }
  if (before.current.version === pointer.version) {
    return { ...names, [name]: { ...withoutCanary(before), current: checkedAgain(before.current, pointer) } }
  }
  const history = [before.current, ...before.history].filter(({ version }) => version !== pointer.version)
  return { ...names, [name]: { ...withoutCanary(before), current: pointer, history: history.slice(0, MAX_HISTORY) } }
}

/**
 * Merges two releases of one version. A shell is unchecked if neither was checked with it. The version is untested if
 * the second one was not tested.
 */
function checkedAgain(
  { untested: _, ...before }: ReleasePointer,
  { uncheckedShells: unchecked, untested }: ReleasePointer,
): ReleasePointer {
  const stillUnchecked = unchecked && before.uncheckedShells?.filter((version) => unchecked.includes(version))
  return {
    ...before,
    ...(stillUnchecked && { uncheckedShells: stillUnchecked }),
    ...(untested && { untested }),
  }
}

/**
 * Makes the previous release current, and removes the withdrawn one, to which no page may fall back. @throws when there
 * is none
 */
export function rolledBack(names: Names, name: string): Names {
  const entry = requireEntry(names, name)
  const [previous, ...history] = entry.history
  if (!previous) {
    const missing = `${name} has no previous release`
    if (name === 'shell') throw new Error(`${missing}: release a corrected one`)
    throw new Error(
      `${missing}: release it without menu and routes (docs/adding-a-remote.md of the portal, “Removing it”)`,
    )
  }
  return { ...names, [name]: { ...withoutCanary(entry), current: previous, history } }
}

/** Who gets a canary. `percent` is the share of browsers, which is 0 if only an audience gets it. */
export type CanaryShare = { percent: number; audience?: Audience | undefined }

/** Starts a canary for a share. Other users get the current release. @throws when there is no current release */
export function canaryStarted(
  names: Names,
  name: string,
  pointer: ReleasePointer,
  { percent, audience }: CanaryShare,
): Names {
  const entry = names[name]
  if (!entry) {
    const missing = `${name} has no current release here, which the other browsers would get`
    throw new Error(`${missing}: release it, or promote it without --percent, once`)
  }
  if (entry.current.version === pointer.version) throw new Error(`${name} ${pointer.version} is current already`)
  return { ...names, [name]: { ...entry, canary: { ...pointer, percent, ...(audience && { audience }) } } }
}

export function canaryEnded(names: Names, name: string): Names {
  return { ...names, [name]: withoutCanary(requireEntry(names, name)) }
}

function withoutCanary({ canary: _, ...entry }: Entry): Entry {
  return entry
}

/** Sets a flag, for all users or for a restaurant. Without a value the setting is removed. */
export function flagSet(
  names: Names,
  name: string,
  flag: string,
  value: boolean | undefined,
  restaurant?: string,
): Names {
  const { flags: { [flag]: before = {}, ...others } = {}, ...entry } = requireEntry(names, name)
  const { on, restaurants: { ...restaurants } = {} } = before
  if (restaurant && value === undefined) delete restaurants[restaurant]
  else if (restaurant && value !== undefined) restaurants[restaurant] = value
  const everywhere = restaurant ? on : value
  const setting = {
    ...(everywhere !== undefined && { on: everywhere }),
    ...(Object.keys(restaurants).length > 0 && { restaurants }),
  }
  const flags = Object.keys(setting).length > 0 ? { ...others, [flag]: setting } : others
  return { ...names, [name]: { ...entry, ...(Object.keys(flags).length > 0 && { flags }) } }
}

function requireEntry(names: Names, name: string): Entry {
  const found = names[name]
  if (!found) throw new Error(`${name} has never been released`)
  return found
}
