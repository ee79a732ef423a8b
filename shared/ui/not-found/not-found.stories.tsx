import { ApiError } from '@portal/shared/http/api-error'
import { ButtonLink } from '@portal/shared/ui/button'
import { NotFound } from '@portal/shared/ui/not-found'
import type { Stories } from '../../gallery/stories.ts'

function Missing(): never {
  throw new ApiError(404, { code: 'not_found', message: '' })
}

export const stories: Stories = {
  Found: <NotFound title="Вывод не найден">Выплата на карту •• 1234</NotFound>,
  'Not found': (
    <NotFound title="Вывод не найден">
      <Missing />
    </NotFound>
  ),
  'With a suggestion': (
    <NotFound title="Карта не найдена" action={<ButtonLink to="/not-found">К способам вывода</ButtonLink>}>
      <Missing />
    </NotFound>
  ),
}
