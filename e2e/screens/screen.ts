import type { Locator, Page } from '@playwright/test'
import type { ExampleResponse } from '@portal/platform/dev/examples/responses'
import type { ScreenUser } from '@portal/platform/dev/examples/users'

type State = {
  /** The second half of the screen's name. `loaded` is the state after a successful load. */
  state: string
  /** The address that is opened; the route itself by default. */
  address?: string
  /** The signed-in user; Анна by default, nobody for null. */
  user?: ScreenUser | null
  /** Responses that add to those of every screen (common-responses.ts of the platform's examples), or replace them. */
  responses?: readonly ExampleResponse[]
  /** Runs before anything is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** Timers of a second or more run; otherwise no time passes. */
  hasLongTimers?: boolean
  /** The user's actions, from the opened page to the state. */
  steps?: (page: Page) => Promise<unknown>
  /** A text or an element that is visible then. */
  shows: string | RegExp | ((page: Page) => Locator)
  /** Taken in forced colours too, without animation: a picture of each main screen. */
  hasForcedColors?: boolean
  /** Only the printed page is taken. */
  isPrinted?: boolean
  /** More widths of the window; the loaded state is always taken at 1280. */
  wide?: readonly number[]
}

/**
 * A state that a user may see at an address. tests/screens.spec.ts compares it with its snapshot and runs axe on it.
 */
export type Screen = Omit<State, 'state'> & {
  /** `payout-code` */
  name: string
  /** As in the manifest: `/settings/cards/:id/edit`; `*` is an address without a page. */
  route: string
  address: string
  wide: readonly number[]
}

/** Names the states of a route's screen: `toScreens('/out', 'payout', [{ state: 'loaded', … }, …])`. */
export function toScreens(route: string, name: string, states: readonly State[]): Screen[] {
  return states.map(({ state, address = route, wide = [], ...rest }) => ({
    ...rest,
    name: `${name}-${state}`,
    route,
    address,
    wide: state === 'loaded' ? [...wide, 1280] : wide,
  }))
}

/** For `shows` of a screen whose code has loaded, and whose data has not. */
export const skeleton = (page: Page) => page.locator('main [data-skeleton]:not([aria-busy] *)').first()
