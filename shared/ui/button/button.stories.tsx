import { Button, ButtonLink, IconButton } from '@portal/shared/ui/button'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Primary: <Button>Вывести</Button>,
  Secondary: <Button variant="secondary">Отменить</Button>,
  Ghost: <Button variant="ghost">Показать все</Button>,
  Danger: <Button variant="danger">Удалить</Button>,
  'Danger, quiet': (
    <Button variant="danger-quiet" icon="trash">
      Удалить карту
    </Button>
  ),
  Small: <Button size="s">Повторить</Button>,
  'With icon': <Button icon="withdraw">Вывести</Button>,
  'Full width': <Button full>Продолжить</Button>,
  Busy: <Button busy>Войти</Button>,
  'Busy secondary': (
    <Button variant="secondary" busy>
      Отменить
    </Button>
  ),
  Disabled: <Button disabled>Вывести</Button>,
  'Disabled ghost': (
    <Button variant="ghost" disabled>
      Отправить повторно через 0:59
    </Button>
  ),
  'Long text': <Button icon="download">Скачать все операции за выбранный период одним файлом для бухгалтерии</Button>,
  'Long text, full': (
    <Button full variant="secondary">
      Запросить новое приглашение у менеджера ресторана «Старый мост на Петроградской»
    </Button>
  ),
  Link: (
    <ButtonLink to="/list" variant="secondary">
      К операциям
    </ButtonLink>
  ),
  'Icon button': <IconButton icon="close" label="Закрыть" />,
  'Icon button, disabled': <IconButton icon="trash" label="Удалить карту" disabled />,
}
