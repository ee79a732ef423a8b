import { NoBreak } from '@portal/shared/ui/no-break'
import type { Stories } from '../../gallery/stories.ts'
import styles from './no-break.stories.module.css'

const narrow = (title: string) => (
  <p className={styles.narrow}>
    <NoBreak>{title}</NoBreak>
  </p>
)

export const stories: Stories = {
  'A phone of СБП': narrow('Вывод · СБП · Т-Банк · •• 01'),
  'A card': narrow('Mastercard •• 0008'),
  'A long name': narrow('Азиатско-Тихоокеанский Банк'),
}
