import { Spinner } from '@portal/shared/ui/spinner'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Usual: <Spinner />,
  Small: <Spinner size={16} />,
  Large: <Spinner size={48} />,
  'Another text': <Spinner label="Загружаем изображение" />,
  'No text': <Spinner label={null} />,
}
