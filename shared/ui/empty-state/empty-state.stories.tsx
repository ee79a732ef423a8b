import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Title: <EmptyState title="Операций пока нет" />,
  'With icon': <EmptyState icon="operations" title="Операций пока нет" />,
  'With text': <EmptyState icon="tips" title="Пока нет чаевых" text="Они появятся здесь сразу после оплаты гостем" />,
  'With action': (
    <EmptyState
      icon="filter"
      title="По фильтру ничего не найдено"
      action={<Button variant="secondary">Сбросить</Button>}
    />
  ),
  'Long text': (
    <EmptyState
      icon="card"
      title="Добавьте карту или телефон СБП, чтобы выводить чаевые в любой день недели"
      text="Номер карты хранится в платёжном хранилище банка, портал видит только последние четыре цифры. Деньги приходят за десять минут, в редких случаях — до трёх рабочих дней."
      action={<Button icon="plus">Добавить карту</Button>}
    />
  ),
}
