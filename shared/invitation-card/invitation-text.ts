import type { TeamInvitation } from '@portal/contracts/team'
import { formatMoment } from '@portal/shared/format/date'
import { plural } from '@portal/shared/format/plural'

type Named = Pick<TeamInvitation, 'name' | 'phone_masked' | 'max_uses'>

/** «Глеб Орлов», else the phone, else «Ссылка для 5 человек». */
export function invitationName({ name, phone_masked, max_uses }: Named): string {
  if (name ?? phone_masked) return name ?? phone_masked ?? ''
  return max_uses === null ? 'Ссылка для всех' : `Ссылка для ${plural(max_uses, 'человека', 'человек', 'человек')}`
}

/** «Менеджер · до 30.11.2026, 14:05 · вошли: 2» */
export function invitationTerms({ name, phone_masked, manager, uses, expires_at }: TeamInvitation): string {
  const parts = [
    manager && 'менеджер',
    name !== null && phone_masked,
    `до ${formatMoment(expires_at)}`,
    uses > 0 && `вошли: ${uses}`,
  ]
  const text = parts.filter(Boolean).join('\u00A0· ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
