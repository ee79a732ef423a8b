import { Amount } from '@portal/shared/ui/amount'
import { Avatar } from '@portal/shared/ui/avatar'
import { IconButton } from '@portal/shared/ui/button'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Lines: (
    <List label="Условия">
      <ListRow title="Комиссия" trailing={<Amount rubles={0} />} />
      <ListRow title="К зачислению" trailing={<Amount rubles={1500} />} />
    </List>
  ),
  Buttons: (
    <List label="Операции">
      <ListRow
        leading={<Icon name="arrow-in" />}
        title="Чаевые"
        subtitle="15:04"
        trailing={<Amount rubles={500} direction="in" />}
        onClick={() => {}}
      />
      <ListRow
        leading={<Icon name="arrow-out" />}
        title="Вывод на карту •• 1234"
        subtitle="12:30"
        trailing={
          <>
            <Amount rubles={1000} direction="out" />
            <StatusBadge tone="progress">В обработке</StatusBadge>
          </>
        }
        onClick={() => {}}
      />
    </List>
  ),
  Links: (
    <List label="Настройки">
      <ListRow leading={<Icon name="card" />} title="Способы вывода" subtitle="Карты и телефоны СБП" to="/list" />
      <ListRow leading={<Icon name="phone" />} title="Телефон" to="/list" />
    </List>
  ),
  'With an action': (
    <List label="Карты">
      <ListRow
        leading={<Icon name="card" />}
        title="Мир •• 1234"
        subtitle="Зарплатная"
        trailing={<StatusBadge tone="positive">Основной</StatusBadge>}
        action={<IconButton icon="edit" label="Изменить карту •• 1234" />}
      />
      <ListRow
        leading={<Icon name="card" />}
        title="Visa •• 4321"
        action={<IconButton icon="edit" label="Изменить карту •• 4321" />}
      />
    </List>
  ),
  People: (
    <List label="Сотрудники">
      <ListRow leading={<Avatar name="Анна" />} title="Анна Смирнова" subtitle="Официант" onClick={() => {}} />
      <ListRow leading={<Avatar name="Борис" />} title="Борис Ким" subtitle="Бармен" onClick={() => {}} />
    </List>
  ),
  'Long text': (
    <List label="Операции">
      <ListRow
        leading={<Icon name="transfer" />}
        title="Перевод Константину Константиновичу Верхнеозёрскому-Благовещенскому"
        subtitle="За банкет в пятницу, который начался в шесть, а закончился к утру, всем спасибо"
        trailing={<Amount rubles={1_234_567.89} direction="out" />}
        onClick={() => {}}
      />
    </List>
  ),
  'One row': (
    <List>
      <ListRow title="Выход" onClick={() => {}} />
    </List>
  ),
}
