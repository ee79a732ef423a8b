import * as contract from '@portal/contracts/admin/user'
import { type Call, Rejected } from './client.ts'
import { phoneOption } from './options.ts'
import { type Noun, reason, verb } from './verb.ts'

const takes = '<phone or id>'

export const user: Noun = {
  about: 'People who sign in, by the phone or the id.',
  verbs: {
    show: verb({
      about: 'Shows a person, and where the person works.',
      takes,
      columns: {
        id: 'id',
        name: 'name',
        phone_masked: 'phone',
        created_at: 'registered',
        last_seen_at: 'seen',
        blocked_at: 'blocked',
        restaurants: 'restaurants',
      },
      run: async ({ call, positionals: [name = ''] }) => {
        const found = await findUser(call, name)
        return { ...found, restaurants: found.employees.map(({ restaurant }) => restaurant.name).join(', ') }
      },
    }),
    block: verb({
      about: 'Blocks a person: all sessions end at once, and sign-in and orders are rejected. The balance stays.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.blockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
    unblock: verb({
      about: 'Unblocks a person, who can then sign in again.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.unblockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
  },
}

/** @throws Rejected when no user has this phone or id */
async function findUser(call: Call, name: string): Promise<contract.UserRecord> {
  if (/^[\da-f-]{36}$/i.test(name)) return await call(contract.showUser, { params: { id: name } })
  const { items } = await call(contract.findUser, { body: { phone: phoneOption(name) } })
  if (!items[0]) throw new Rejected('No user has this phone')
  return items[0]
}
