import { NoBreak } from '@portal/shared/ui/no-break'
import type { Stories } from '../../gallery/stories.ts'

const narrow = (title: string) => (
  <p style={{ width: '6.5rem' }}>
    <NoBreak>{title}</NoBreak>
  </p>
)

export const stories: Stories = {
  'A phone of СБП': narrow('Вывод · СБП · Т-Банк · •• 01'),
  'A card': narrow('Mastercard •• 0008'),
  'A long name': narrow('Азиатско-Тихоокеанский Банк'),
}
