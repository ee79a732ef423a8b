import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import type { Stories } from '../../gallery/stories.ts'

const several = ['Код скопирован', 'Изменения сохранены', 'Карта добавлена']

// The gallery has the one Toaster of a page.
export const stories: Stories = {
  Notification: (
    <Button variant="secondary" onClick={() => toast('Код скопирован')}>
      Уведомление
    </Button>
  ),
  Error: (
    <Button variant="secondary" onClick={() => toast('Нет соединения с интернетом', 'error')}>
      Ошибка
    </Button>
  ),
  Several: (
    <Button
      variant="secondary"
      onClick={() => {
        for (const text of several) toast(text)
      }}
    >
      Три уведомления
    </Button>
  ),
  'Long text': (
    <Button
      variant="secondary"
      onClick={() =>
        toast(
          'Файл с операциями за выбранный период не скачался: сервер долго не отвечает. Попробуйте ещё раз',
          'error',
        )
      }
    >
      Длинная ошибка
    </Button>
  ),
}
