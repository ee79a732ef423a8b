import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { List, ListRow } from '@portal/shared/ui/list'
import { Sheet } from '@portal/shared/ui/sheet'
import { type ReactNode, useState } from 'react'
import type { Stories } from '../../gallery/stories.ts'
import type { SheetProps } from './opened-sheet.tsx'

type ExampleProps = Omit<SheetProps, 'open' | 'onOpenChange' | 'footer'> & { footer?: (close: () => void) => ReactNode }

function Example({ footer, ...sheet }: ExampleProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Открыть
      </Button>
      <Sheet {...sheet} open={open} onOpenChange={setOpen} footer={footer?.(() => setOpen(false))} />
    </>
  )
}

const day = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:15`)

function BankChoice() {
  const [bank, setBank] = useState<string | null>(null)
  const options = ['Сбербанк', 'Т-Банк', 'ВТБ'].map((label) => ({ value: label, label }))
  return <Dropdown label="Банк" search options={options} value={bank} onChange={setBank} />
}

export const stories: Stories = {
  Content: (
    <Example title="Чаевые">
      <Amount rubles={500} direction="in" size="l" />
    </Example>
  ),
  'Description and footer': (
    <Example
      title="Подтвердите вывод"
      description="Деньги придут за 10 минут"
      footer={(close) => (
        <>
          <Button full onClick={close}>
            Вывести 500 ₽
          </Button>
          <Button full variant="ghost" onClick={close}>
            Отменить
          </Button>
        </>
      )}
    >
      <p>Мир •• 1234</p>
    </Example>
  ),
  'Long content': (
    <Example title="Чаевые за день" footer={(close) => <Button onClick={close}>Закрыть</Button>}>
      <List label="Чаевые за день">
        {day.map((time) => (
          <ListRow key={time} title="Чаевые" subtitle={time} trailing={<Amount rubles={150} direction="in" />} />
        ))}
      </List>
    </Example>
  ),
  'Long title': (
    <Example title="Удалить карту «Зарплатная в банке развития Северо-Запада» •• 1234?">
      <p>Её можно будет добавить снова.</p>
    </Example>
  ),
  'With a list inside': (
    <Example title="Телефон СБП">
      <BankChoice />
    </Example>
  ),
}
