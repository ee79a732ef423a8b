import { type ComponentType, createContext, createElement, type ReactNode, use } from 'react'

/**
 * The properties that each slot passes to its content. A slot's name begins with the remote whose page offers it:
 * `tips.actions` belongs to `mfe-tips`. Both remotes are compiled against this file of the live shell.
 */
export type Slots = {
  /** Below the balance at a restaurant, in rubles: the way to withdraw it. */
  'tips.actions': { restId: string; balance: number; pending: number }
}

export type SlotName = keyof Slots

/** What fills a slot has this height where the page is narrow, and its skeleton has it everywhere. */
export const slotHeights = {
  // A button and a line of small text.
  'tips.actions': 'calc(48px + var(--space-2) + 1.43 * var(--text-s))',
} as const satisfies Record<SlotName, string>

export type SlotProps<Name extends SlotName = SlotName> = {
  name: Name
  props: Slots[Name]
  /** The page's own content, shown when no remote fills the slot, or when the remote's content fails. */
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
