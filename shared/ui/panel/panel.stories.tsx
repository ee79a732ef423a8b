import { Amount } from '@portal/shared/ui/amount'
import { Button, IconButton } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  'No title': (
    <Panel>
      <p>Рестораны, в которых вы работаете</p>
    </Panel>
  ),
  'With title': (
    <Panel title="Доступно к выводу">
      <Amount rubles={12_345.5} size="xl" />
      <Button full>Вывести</Button>
    </Panel>
  ),
  'With action': (
    <Panel
      title="Последние чаевые"
      action={
        <Button variant="ghost" size="s" flush="end">
          Все операции
        </Button>
      }
    >
      <p>Пока нет чаевых</p>
    </Panel>
  ),
  'Long title': (
    <Panel
      title="Способы вывода ресторанов «Берёзка», «Старый мост» и «Причал»"
      action={<IconButton icon="plus" label="Добавить" />}
    >
      <p>Добавьте карту или телефон СБП</p>
    </Panel>
  ),
}
