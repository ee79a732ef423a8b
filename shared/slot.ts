import { type ComponentType, createContext, createElement, type ReactNode, use } from 'react'

/**
 * The properties that each slot passes to its content, which also has what every page has, such as the session. A
 * slot's name begins with the remote whose page offers it: `tips.actions` belongs to `mfe-tips`. Both remotes are
 * compiled against this file of the live shell.
 */
export type Slots = {
  /** Below the balance at a restaurant, in rubles: the way to withdraw it. */
  'tips.actions': { restId: string; balance: number; pending: number }
  /** Below the first links of the settings: a `List` whose rows lead to pages of the remote. */
  'settings.account': Record<never, never>
  /**
   * At the end of the remote's own item in the menu, which leads to `path`: a short text such as a count, or nothing.
   * Loads when the first page is complete and the browser is idle, and only for users who see the item.
   */
  'shell.menu-badge': { path: string }
}

export type SlotName = keyof Slots

/** The height of a filled slot where the page is narrow, and of its skeleton everywhere. Null: it has no skeleton. */
export const slotHeights = {
  // A button and a line of small text.
  'tips.actions': 'calc(48px + var(--space-2) + 1.43 * var(--text-s))',
  // A row with three lines of small text, and with two in windows from 768 px on.
  'settings.account':
    'calc(2 * var(--space-2) + 2px + 1.45 * (var(--text-m) + 2 * var(--text-s)) + clamp(0px, (768px - 100vw) * 100, 1.45 * var(--text-s)))',
  // Nothing until it is there.
  'shell.menu-badge': null,
} as const satisfies Record<SlotName, string | null>

export type SlotProps<Name extends SlotName = SlotName> = {
  name: Name
  props: Slots[Name]
  /** The page's own content, shown when no remote fills the slot, and instead of a filler that fails. */
  fallback: ReactNode
}

/**
 * The shell provides a component that loads and confines another remote's code. A page in a unit test shows fallbacks.
 */
export const SlotContext = createContext<ComponentType<SlotProps>>(({ fallback }) => fallback)

/** A part of a page that another remote fills. The page names it in the `slots` of its route. */
export function Slot<Name extends SlotName>(props: SlotProps<Name>): ReactNode {
  return createElement(use(SlotContext), props)
}
