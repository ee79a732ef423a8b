import { listPasskeys, type Passkey } from '@portal/shared/contracts/passkey'
import { answer } from '../api.ts'
import { at } from './now.ts'

const ownPasskeys: Passkey[] = [
  { id: 'phone', label: 'Android · Chrome', synced: true, created_at: at(40, '12:00'), last_used_at: at(0, '18:00') },
  { id: 'laptop', label: 'Рабочий ноутбук', synced: false, created_at: at(3, '09:10'), last_used_at: null },
]

export const withPasskeys = [answer(listPasskeys, { items: ownPasskeys })]
