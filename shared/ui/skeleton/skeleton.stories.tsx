import { Skeleton } from '@portal/shared/ui/skeleton'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Line: <Skeleton />,
  'Short line': <Skeleton width="40%" />,
  Amount: <Skeleton width={180} height={40} />,
  Photo: <Skeleton width={64} height={64} radius="var(--radius-full)" />,
  Card: <Skeleton height={160} radius="var(--radius-card)" />,
}
