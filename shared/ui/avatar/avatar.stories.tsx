import { Avatar } from '@portal/shared/ui/avatar'
import { photoUrl } from '../../gallery/photo.ts'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Letter: <Avatar name="Анна Смирнова" />,
  Photo: <Avatar name="Анна Смирнова" photoUrl={photoUrl} />,
  Small: <Avatar name="борис" size={24} />,
  Large: <Avatar name="Вера" size={96} />,
  'Large photo': <Avatar name="Вера" photoUrl={photoUrl} size={96} />,
  'No name': <Avatar name="" />,
}
