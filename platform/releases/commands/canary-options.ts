import { CommandError } from '@portal/command/command'
import { accountHash } from '../for-browser.ts'
import type { CanaryShare } from '../registry.ts'
import type { Selection } from '../stored-releases.ts'
import { accountIds, restaurantIds } from './ids.ts'

/** The options of commands that start a canary. */
export const canaryOptions = {
  percent: { type: 'string', value: '<1-99>', about: 'the share of browsers, in percent' },
  accounts: {
    type: 'string',
    value: '<id,…>',
    about: 'for these users, by the ids that operators read: `npm run admin -- user show`',
  },
  restaurants: {
    type: 'string',
    value: '<id,…>',
    about: 'for the employees of these restaurants, by the ids that operators read: `npm run admin -- restaurant list`',
  },
} as const

type Given = { percent?: string | undefined; accounts?: string | undefined; restaurants?: string | undefined }

/**
 * Returns who gets a canary of one remote, or undefined when none of the options is given.
 * @throws CommandError when it is invalid, or a canary is not possible
 */
export function canaryShare(given: Given, selections: readonly Selection[]): CanaryShare | undefined {
  // The caller may have other options.
  const ofCanary = [given.percent, given.accounts, given.restaurants]
  if (ofCanary.every((text) => text === undefined)) return undefined
  if (given.percent !== undefined && !/^[1-9]\d?$/.test(given.percent)) throw new CommandError('--percent is 1 to 99')
  const percent = Number(given.percent ?? 0)
  if (selections.some(({ name }) => name === 'shell')) {
    throw new CommandError('The shell has no canary: only remotes are chosen per browser')
  }
  if (selections.length > 1) throw new CommandError('A canary is of one remote')
  const [accounts, restaurants] = [accountIds(given.accounts), restaurantIds(given.restaurants)]
  if (accounts.length + restaurants.length === 0) {
    if (percent === 0) throw new CommandError('Say --percent, --accounts or --restaurants')
    return { percent }
  }
  return {
    percent,
    audience: {
      ...(accounts.length > 0 && { accounts: accounts.map(accountHash) }),
      ...(restaurants.length > 0 && { restaurants }),
    },
  }
}

/** `10 % of the browsers and 2 accounts` */
export function describeShare({ percent, audience: { accounts = [], restaurants = [] } = {} }: CanaryShare): string {
  const parts = [
    percent > 0 && `${percent} % of the browsers`,
    accounts.length > 0 && counted(accounts.length, 'account'),
    restaurants.length > 0 && counted(restaurants.length, 'restaurant'),
  ]
  return parts.filter(Boolean).join(' and ')
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
