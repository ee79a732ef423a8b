import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import type { Stories } from '../gallery/stories.ts'

const ways = {
  request: { purpose: 'phone', phone_number: '+79001234567' },
  onSigned: async () => {},
  onCode: () => {},
} as const

export const stories: Stories = {
  Ready: <PasskeyOrCode {...ways} />,
  'Another way named': <PasskeyOrCode {...ways} codeLabel="Получить код на прежний номер" />,
  Disabled: <PasskeyOrCode {...ways} disabled />,
}
