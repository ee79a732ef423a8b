import * as contract from '@portal/contracts/admin/user'
import { Right } from '@portal/contracts/right'
import { type Call, Rejected } from './client.ts'
import { parseChoice, phoneOption } from './options.ts'
import { type Noun, reason, verb } from './verb.ts'

const takes = '<телефон или id>'

const rightOptions = {
  right: { type: 'string', value: `<${Right.options.join('|')}>`, about: 'что разрешено', required: true },
  ...reason,
} as const

export const user: Noun = {
  about: 'Люди. Человека называют по телефону или id.',
  verbs: {
    show: verb({
      about: 'Показывает человека и его рестораны.',
      takes,
      columns: {
        id: 'id',
        name: 'имя',
        phone_masked: 'телефон',
        created_at: 'зарегистрирован',
        last_seen_at: 'был в портале',
        blocked_at: 'доступ закрыт',
        rights: 'права',
        restaurants: 'рестораны',
      },
      run: async ({ call, positionals: [name = ''] }) => {
        const found = await findUser(call, name)
        const rights = found.rights.join(', ')
        return { ...found, rights, restaurants: found.employees.map(({ restaurant }) => restaurant.name).join(', ') }
      },
    }),
    block: verb({
      about:
        'Закрывает доступ человеку. Все сеансы завершаются сразу, ни войти, ни вывести деньги нельзя. Баланс остаётся.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.blockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
    unblock: verb({
      about: 'Снова открывает доступ человеку.',
      takes,
      writes: true,
      options: reason,
      run: async ({ call, positionals: [name = ''], values: { reason } }) =>
        call(contract.unblockUser, { params: { id: (await findUser(call, name)).id }, body: { reason } }),
    }),
    grant: rightVerb(
      'Даёт человеку право. `releases`: видеть релизы портала и менять их. `operator`: делать на страницах то, что здесь.',
      contract.grantRight,
    ),
    revoke: rightVerb('Забирает у человека право. Действует со следующего запроса.', contract.revokeRight),
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
  if (!items[0]) throw new Rejected('Нет человека с таким телефоном. Пригласите его: `employee invite`.')
  return items[0]
}
