import type { Colleague } from '@portal/contracts/colleague'
import { profileTagTexts } from '@portal/contracts/profile-tag-texts'
import { roleTags } from '@portal/contracts/profile-tags'
import { isolated } from '@portal/contracts/tidy-text'

/** `Менеджер, официант`: returns what distinguishes a colleague, from the job and from the user's profile. */
export function formatRole({ manager, roles }: Pick<Colleague, 'manager' | 'roles'>): string {
  const labels = roleTags.filter((role) => roles.includes(role)).map((role) => profileTagTexts[role])
  const all = [...(manager ? ['Менеджер'] : []), ...labels]
  return all.map((label, index) => (index === 0 ? label : label.toLowerCase())).join(', ') || 'Сотрудник'
}

/** `Вера Новикова · •• 03`, as the server names the recipient of a transfer. */
export function colleagueTitle({ name, phone_last2 }: Pick<Colleague, 'name' | 'phone_last2'>): string {
  return `${isolated(name)} · •• ${phone_last2}`
}
