import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import type { Stories } from '../../gallery/stories.ts'

export const stories: Stories = {
  Info: <Notice tone="info">Если номер зарегистрирован, мы отправили код.</Notice>,
  Error: <Notice tone="error">Неверный телефон или пароль</Notice>,
  Success: <Notice tone="success">Изменения сохранены</Notice>,
  'Info with title': (
    <Notice tone="info" title="Портал не отвечает">
      Проверяем, прошла ли выплата.
    </Notice>
  ),
  'Error with title': (
    <Notice tone="error" title="Форма не заполнена.">
      Извините, не все поля заполнены верно.
    </Notice>
  ),
  'Success with title': (
    <Notice tone="success" title="Пароль изменён">
      Теперь войдите с новым паролем.
    </Notice>
  ),
  'With a button': (
    <Notice tone="info" title="Команда изменилась">
      <p>Больше не в команде: Илья Попов. Доли уже пересчитаны.</p>
      <Button variant="secondary" size="s">
        Понятно
      </Button>
    </Notice>
  ),
  'Long text': (
    <Notice tone="error" title="Заявка не создана, деньги не списаны">
      Банк отклонил вывод на карту Мир •• 1234: карта недоступна. Выберите другую карту или телефон СБП и отправьте
      заявку ещё раз, комиссия за неё не берётся.
    </Notice>
  ),
}
