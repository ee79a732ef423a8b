import * as contract from '@portal/contracts/admin/invitation'
import { positiveNumber } from './options.ts'
import { qrOptions, showQr } from './qr.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  state: 'состояние',
  'restaurant.name': 'ресторан',
  name: 'для кого',
  phone_masked: 'телефон',
  external_id: 'внешний id',
  manager: 'менеджер',
  uses: 'вошло',
  max_uses: 'из',
  expires_at: 'действует до',
  link: 'ссылка',
}

export const invitation: Noun = {
  about: 'Приглашения в ресторан. Ссылка подходит любому, у кого она есть, если она не на один телефон.',
  verbs: {
    create: verb({
      about: 'Создаёт ссылку-приглашение. На один телефон приглашает `employee invite`.',
      takes: '<ресторан>',
      writes: true,
      options: {
        days: { type: 'string', value: '<число>', about: 'сколько дней действует, до 90; без него 7' },
        uses: { type: 'string', value: '<число>', about: 'сколько человек могут войти, или `any`; без него 1' },
        ...qrOptions,
        ...optionalReason,
      },
      columns,
      run: async ({ call, note, positionals: [id = ''], values: { days, uses, qr, 'qr-file': qrFile, reason } }) => {
        const max_uses = uses === 'any' ? null : positiveNumber('uses', uses)
        const body = { days: positiveNumber('days', days), max_uses, reason }
        const created = await call(contract.createInvitation, { params: { id }, body })
        await showQr(created.link, { qr, qrFile }, note)
        return created
      },
    }),
    list: verb({
      about: 'Показывает приглашения, начиная с новых.',
      options: {
        restaurant: { type: 'string', value: '<ресторан>', about: 'только этого ресторана' },
        state: { type: 'string', value: '<состояние>', about: `одно из ${contract.invitationStates.join(', ')}` },
      },
      columns,
      run: async ({ call, values: { restaurant, state } }) => {
        const query = { restaurant, state: state as contract.InvitationState | undefined }
        return (await call(contract.listInvitations, { query })).items
      },
    }),
    show: verb({
      about: 'Показывает приглашение, с --qr и его QR-код.',
      takes: '<приглашение>',
      options: qrOptions,
      columns,
      run: async ({ call, note, positionals: [id = ''], values: { qr, 'qr-file': qrFile } }) => {
        const found = await call(contract.showInvitation, { params: { id } })
        await showQr(found.link, { qr, qrFile }, note)
        return found
      },
    }),
    revoke: decision(contract.revokeInvitation, {
      about: 'Отзывает приглашение. По нему больше никто не войдёт.',
      takes: '<приглашение>',
      columns,
    }),
  },
}
