import { StatusBadge } from '@portal/shared/ui/status-badge'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Neutral: <StatusBadge tone="neutral">Мир</StatusBadge>,
  Positive: <StatusBadge tone="positive">Выплачено</StatusBadge>,
  Negative: <StatusBadge tone="negative">Отклонено</StatusBadge>,
  Progress: <StatusBadge tone="progress">В обработке</StatusBadge>,
  'Long text': <StatusBadge tone="negative">Отклонено, деньги возвращены на баланс</StatusBadge>,
}
