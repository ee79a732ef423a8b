import { CommandError, runCommand, say } from '@portal/command/command'
import { isUuid } from '@portal/contracts/uuid'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { setFlag } from '../set-flag.ts'
import { restaurantIds } from './ids.ts'
import { portalSettings, requireServed } from './portal.ts'

const command = {
  name: 'release:flag',
  about: 'Switches a flag of a remote, without a release. Pages that are opened from then on have it.',
  takes: '<remote> <flag> <on|off|default>',
  options: { restaurant: { type: 'string', value: '<id>', about: 'only for this restaurant' } },
  settings: { ...releaseSettings, ...portalSettings },
} as const

const values = new Map([
  ['on', true],
  ['off', false],
  ['default', undefined],
])

await runCommand(
  command,
  async ({ values: { restaurant: given }, positionals: [name = '', flag = '', state = ''] }) => {
    if (!values.has(state)) throw new CommandError('Say on, off or default')
    const restaurant = given === undefined ? undefined : parseRestaurant(given, state)
    const store = releaseStoreFrom(process.env)
    const registry = await setFlag(store, { name, flag, value: values.get(state), restaurant })
    const where = await requireServed(process.env, store, registry)
    say(`${flag} of ${name} is ${state}${restaurant ? ` for restaurant ${restaurant}` : ''}${where}`)
  },
)

/** @throws CommandError for a text that is not the id of a restaurant */
function parseRestaurant(given: string, state: string): string {
  // Earlier versions accepted any text; what was set for it may still be removed.
  if (state === 'default' && given !== '' && !isUuid(given)) return given
  const [id, ...others] = restaurantIds(given)
  if (id === undefined || others.length > 0) throw new CommandError('--restaurant is one id; run the command for each')
  return id
}
