import { Pager } from '@portal/shared/ui/pager'
import type { Stories } from '../../gallery/stories.ts'

const to = (page: number) => `?page=${page}`

export const stories: Stories = {
  'A few pages': <Pager page={2} pages={4} to={to} />,
  'The first': <Pager page={1} pages={20} to={to} />,
  'In the middle': <Pager page={6} pages={20} to={to} />,
  'The last': <Pager page={20} pages={20} to={to} />,
  'Large numbers': <Pager page={4987} pages={9999} to={to} />,
}
