import type { Right } from '@portal/contracts/right'

// What a remote states about itself as plain data: page, portal server and bundler all read it, so it names no library.

export type LayoutName = 'main' | 'centred-card' | 'none'

/** A condition that the shell evaluates, so that a closed page's code is not even loaded. */
export type Requirement = 'default-employee' | 'manager' | 'money' | Right

export type RemoteRoute = {
  /** As react-router writes it: `/settings/cards/:id/edit`. */
  path: string
  /** The browser tab and the header show it. */
  title: string
  layout: LayoutName
  /**
   * How much of a wide window (from 1100 px) the main layout gives it: all of it, for a page that has columns or a
   * table there. Without it the page is one column that is read and filled in easily.
   */
  width?: 'wide'
  /** The page one level up, a route of the same manifest: the layout leads back there. */
  parent?: string
  /**
   * A user who does not meet it is redirected home; where it is `manager` or a right,
   * «Доступ запрещен» is shown instead of the page.
   */
  requires?: Requirement
  /** Shows a draft that only this tab has stored, so the page is then rendered in the browser. */
  drafts?: boolean
  /** It opens without a network, with what the remote's `offline` names. */
  offline?: boolean
  /** The slots that it offers to other remotes (`shared/slot.ts`): their code is loaded with the page. */
  slots?: readonly string[]
}

/**
 * The icons of `shared/ui/icon` that suit a menu item. The shell has all of them,
 * so that a new remote needs no release of it.
 */
export const menuIcons = [
  'tips',
  'operations',
  'withdraw',
  'transfer',
  'card',
  'sbp',
  'people',
  'profile',
  'settings',
  'phone',
  'device',
  'key',
  'shield',
  'lock',
  'calendar',
  'clock',
  'star',
  'building',
  'comment',
  'info',
  'alert',
  'search',
  'filter',
  'download',
  'print',
  'edit',
  'copy',
  'external',
] as const

export type MenuIcon = (typeof menuIcons)[number]

/** The longest label of a menu item, which takes two lines in the menu of a phone. */
export const MAX_LABEL_LENGTH = 30

export type MenuItem = {
  path: string
  /** Unique among all remotes. */
  label: string
  icon: MenuIcon
  group: 'Меню' | 'Профиль'
  /** Ascending within the group, 1 to 99. */
  order: number
  /** A user who does not meet it does not see the item; the page itself may still open. */
  requires?: Requirement
}

/**
 * What a remote declares to the shell: plain data, published with each release and inlined in the page, so that the
 * menu and the guards need no code of the remote and work when the remote is dead.
 */
export type RemoteManifest = {
  name: `mfe-${string}`
  /** The remote's own addresses: each route is one of these or below one. `/` is only the home page. */
  paths: readonly string[]
  routes: readonly RemoteRoute[]
  menu: readonly MenuItem[]
  /** What is switched without a release, by name: `npm run release:flag`, and `useFlag` in the page. */
  flags?: Readonly<Record<string, RemoteFlag>>
  /** Slots of other remotes' pages and of the shell that it fills, by the components of its `slots`. */
  fills?: readonly string[]
  /** By slot: where it stands among the fillers of a shared slot, ascending, 1 to 99. Without it 50. */
  fillOrder?: Readonly<Record<string, number>>
}

/** Slots that several remotes may fill. Every other slot has one filler at most. */
export const sharedSlots: readonly string[] = ['settings.account', 'shell.menu-badge']

export type RemoteFlag = {
  /** The value until an operator sets another one. */
  default: boolean
  /** What the flag switches, for operators: `График по часам вместо списка`. */
  about: string
}

/** What a flag is set to. Without `on` the manifest's default counts; `restaurants` has what differs, by id. */
export type FlagSetting = { on?: boolean; restaurants?: Record<string, boolean> }

/** What a remote may weigh, in bytes of brotli. */
export type RemoteBudget = {
  entry: number
  /** All scripts and stylesheets that its heaviest page brings, without the entry. */
  page: number
  /** What its heaviest slot brings, which loads with the page of another remote. */
  slot?: number
}
