import { ApiError } from '@portal/shared/http/api-error'
import { LoadError } from '@portal/shared/ui/load-error'
import type { Stories } from '../../gallery/stories.ts'

const failure = new ApiError(503, { code: 'database_unavailable', message: '' }, '04629fa0-3894-4a32-ab55-c79161234567')

export const stories: Stories = {
  'Not loaded': <LoadError onRetry={() => {}} />,
  'With a code for support': <LoadError error={failure} onRetry={() => {}} />,
}
