import { LoadError } from '@portal/shared/ui/load-error'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  'Not loaded': <LoadError onRetry={() => {}} />,
}
