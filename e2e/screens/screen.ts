import type { Locator, Page } from '@playwright/test'
import type { Answer } from './api.ts'
import type { Person } from './data/people.ts'

type State = {
  /** The state of the screen, which is the second half of its name. `loaded`: as a user finds it when nothing fails. */
  state: string
  /** What is opened; the route itself unless said. */
  address?: string
  /** Who is signed in; Анна unless said. */
  person?: Person | null
  /** Beside what the API says to everybody (data/everyday.ts), or instead of it. */
  answers?: readonly Answer[]
  /** Before anything is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** It shows what comes by itself after a second; else no time passes. */
  timePasses?: boolean
  /** What one does there, from the opened page to what is to be seen. */
  steps?: (page: Page) => Promise<unknown>
  /** What is seen then: a text, or a place. */
  shows: string | RegExp | ((page: Page) => Locator)
  /** Also with the colours of the system alone, and without motion: a picture of each main screen. */
  forcedColors?: boolean
  /** What comes out of the printer is pictured, and nothing else. */
  printed?: boolean
  /** Also in windows of this width; the loaded state is seen at 1280 anyway. */
  wide?: readonly number[]
}

/** What a person may see at an address: pictured, compared and checked by axe (tests/screens.spec.ts). */
export type Screen = Omit<State, 'state'> & {
  /** `payout-code` */
  name: string
  /** As its manifest writes it: `/settings/cards/:id/edit`; `*`: an address that is nobody's. */
  route: string
  address: string
  wide: readonly number[]
}

/** The states of one route's screen: `screensOf('/out', 'payout', [{ state: 'loaded', … }, { state: 'code', … }])`. */
export function screensOf(route: string, name: string, states: readonly State[]): Screen[] {
  return states.map(({ state, address = route, wide = [], ...rest }) => ({
    ...rest,
    name: `${name}-${state}`,
    route,
    address,
    wide: state === 'loaded' ? [...wide, 1280] : wide,
  }))
}

/** `shows` of a screen that waits for its data, and not for its code any more. */
export const skeleton = (page: Page) => page.locator('main [data-skeleton]:not([aria-busy] *)').first()
