import type { FlagSetting, RemoteManifest } from '@portal/shared/manifest'
import type { PageRegistry } from '@portal/shared/page-protocol'
import { useSession } from '@portal/shared/session/store'

/** Keyed by the remote's name. The shell sets it before it renders; on the server it does so for each page. */
let settings: Record<string, Record<string, FlagSetting> | undefined> = {}

export function flagsGiven({ remotes }: Pick<PageRegistry, 'remotes'>): void {
  settings = Object.fromEntries(Object.entries(remotes).map(([name, { flags }]) => [name, flags]))
}

type WithFlags = Pick<RemoteManifest, 'name' | 'flags'>

/**
 * Whether a flag of a remote's manifest is on for the current restaurant: `useFlag(manifest, 'hours')`. The server and
 * the browser agree on it, and it does not change in an open tab.
 */
export function useFlag<Manifest extends WithFlags>(
  manifest: Manifest,
  flag: keyof Manifest['flags'] & string,
): boolean {
  return useSession(({ currentEmployee }) => readFlag(manifest, flag, currentEmployee?.restaurant.id))
}

/** Whether a flag of a remote's manifest is on for a restaurant, by its id. */
export function readFlag({ name, flags }: WithFlags, flag: string, restaurant: string | undefined): boolean {
  const { on, restaurants } = settings[name]?.[flag] ?? {}
  const ofRestaurant = restaurant === undefined ? undefined : restaurants?.[restaurant]
  return ofRestaurant ?? on ?? flags?.[flag]?.default ?? false
}
