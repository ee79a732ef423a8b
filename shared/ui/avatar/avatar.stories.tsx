import { Avatar } from '@portal/shared/ui/avatar'
import { photoUrl } from '../../gallery/photo.ts'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Letter: <Avatar name="Анна Смирнова" />,
  Photo: <Avatar name="Анна Смирнова" photoUrl={photoUrl} />,
  Small: <Avatar name="борис" size="s" />,
  'Small photo': <Avatar name="Вера" photoUrl={photoUrl} size="s" />,
  'No name': <Avatar name="" />,
}
