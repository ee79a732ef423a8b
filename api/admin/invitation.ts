import * as contract from '@portal/contracts/admin/invitation'
import { positiveNumber } from './options.ts'
import { qrOptions, showQr } from './qr.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  state: 'state',
  'restaurant.name': 'restaurant',
  name: 'for',
  phone_masked: 'phone',
  external_id: 'external id',
  manager: 'manager',
  uses: 'uses',
  max_uses: 'of',
  expires_at: 'expires',
  link: 'link',
}

export const invitation: Noun = {
  about: 'Links to join a restaurant. Anyone who has a link can use it, unless it is for one phone.',
  verbs: {
    create: verb({
      about: 'Creates a link to join a restaurant. To invite one phone, use `employee invite`.',
      takes: '<restaurant>',
      writes: true,
      options: {
        days: { type: 'string', value: '<number>', about: 'its lifetime, up to 90; default: 7' },
        uses: { type: 'string', value: '<number>', about: 'how many users may join with it, or `any`; default: 1' },
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
      about: 'Lists invitations, newest first.',
      options: {
        restaurant: { type: 'string', value: '<restaurant>', about: 'only those of this restaurant' },
        state: { type: 'string', value: '<state>', about: `one of ${contract.invitationStates.join(', ')}` },
      },
      columns,
      run: async ({ call, values: { restaurant, state } }) => {
        const query = { restaurant, state: state as contract.InvitationState | undefined }
        return (await call(contract.listInvitations, { query })).items
      },
    }),
    show: verb({
      about: 'Shows an invitation, and with --qr its QR code.',
      takes: '<invitation>',
      options: qrOptions,
      columns,
      run: async ({ call, note, positionals: [id = ''], values: { qr, 'qr-file': qrFile } }) => {
        const found = await call(contract.showInvitation, { params: { id } })
        await showQr(found.link, { qr, qrFile }, note)
        return found
      },
    }),
    revoke: decision(contract.revokeInvitation, {
      about: 'Revokes an invitation. Nobody can join with it any more.',
      takes: '<invitation>',
      columns,
    }),
  },
}
