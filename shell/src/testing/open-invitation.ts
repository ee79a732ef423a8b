import type { Invitation } from '@portal/contracts/invitation'

/** An invitation as a user sees it who has not joined yet. */
export const openInvitation: Invitation = {
  restaurant: { name: 'Старый мост' },
  expires_at: '2099-01-01T00:00:00Z',
  consents: {
    offer: { version: '2026-11-28 0f3a', text: 'Сервис учитывает чаевые.\n\nРегистрация бесплатна.' },
    personal_data: { version: '2026-11-01 b7c1', text: 'Я даю согласие.' },
  },
}
