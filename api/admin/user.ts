import * as contract from '@portal/contracts/admin/user'
import { Right } from '@portal/contracts/right'
import { type Call, Rejected } from './client.ts'
import { parseChoice, phoneOption } from './options.ts'
import { type Noun, reason, verb } from './verb.ts'

const takes = '<phone or id>'

const rightOptions = {
  right: { type: 'string', value: `<${Right.options.join('|')}>`, about: 'what the user may do', required: true },
  ...reason,
} as const

export const user: Noun = {
  about: 'Users. Name a user by the phone or the id.',
  verbs: {
    show: verb({
      about: 'Shows a user and the user’s restaurants.',
      takes,
      columns: {
        id: 'id',
        name: 'name',
        phone_masked: 'phone',
        created_at: 'registered',
        last_seen_at: 'seen',
        blocked_at: 'blocked',
        rights: 'rights',
        restaurants: 'restaurants',
      },
      run: async ({ call, positionals: [name = ''] }) => {
        const found = await findUser(call, name)
        const rights = found.rights.join(', ')
        return { ...found, rights, restaurants: found.employees.map(({ restaurant }) => restaurant.name).join(', ') }
      },
    }),
    block: verb({
      about:
        'Blocks a user. All sessions end immediately, and the user can neither sign in nor order. The balance stays.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.blockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
    unblock: verb({
      about: 'Unblocks a user, who can then sign in again.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.unblockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
    grant: rightVerb(
      'Grants a right to a user. `releases` allows to see the portal’s releases and to change them.',
      contract.grantRight,
    ),
    revoke: rightVerb('Revokes a right of a user, beginning with the next request.', contract.revokeRight),
  },
}

function rightVerb(about: string, endpoint: typeof contract.grantRight | typeof contract.revokeRight) {
  return verb({
    about,
    takes,
    writes: true,
    options: rightOptions,
    run: async ({ call, positionals: [name = ''], values: { right, reason } }) => {
      const body = { right: parseChoice('right', Right.options, right), reason }
      return call(endpoint, { params: { id: (await findUser(call, name)).id }, body })
    },
  })
}

/** @throws Rejected when no user has this phone or id */
async function findUser(call: Call, name: string): Promise<contract.UserRecord> {
  if (/^[\da-f-]{36}$/i.test(name)) return await call(contract.showUser, { params: { id: name } })
  const { items } = await call(contract.findUser, { body: { phone: phoneOption(name) } })
  if (!items[0]) throw new Rejected('No user has this phone. Invite with `employee invite`.')
  return items[0]
}
