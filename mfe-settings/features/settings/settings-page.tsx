import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { InstallApp } from './install-app.tsx'
import styles from './settings-page.module.css'
import { SignOut } from './sign-out.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

function SettingsPage() {
  return (
    <div className={styles.page}>
      <Panel>
        <List>
          <ListRow
            leading={<Icon name="card" />}
            title="Способы вывода"
            subtitle="Карты и телефоны СБП"
            to="/settings/payout-methods"
          />
          <ListRow
            leading={<Icon name="withdraw" />}
            title="Лимиты"
            subtitle="Сколько можно вывести и перевести"
            to="/settings/limits"
          />
          <ListRow
            leading={<Icon name="comment" />}
            title="Уведомления"
            subtitle="О чаевых и выводах"
            to="/settings/notifications"
          />
        </List>
      </Panel>
      <Panel title="Вход и безопасность">
        <List>
          <ListRow
            leading={<Icon name="phone" />}
            title="Телефон"
            subtitle="Номер для входа и кодов"
            to="/settings/phone"
          />
          <ListRow leading={<Icon name="lock" />} title="Пароль" subtitle="Смена пароля" to="/settings/password" />
          <ListRow
            leading={<Icon name="key" />}
            title="Ключи доступа"
            subtitle="Вход по отпечатку или лицу"
            to="/settings/passkeys"
          />
          <ListRow
            leading={<Icon name="eye-off" />}
            title="Открытие портала"
            subtitle="Код-пароль и скрытые суммы"
            to="/settings/opening"
          />
          <ListRow
            leading={<Icon name="device" />}
            title="Активные сеансы"
            subtitle="Где вы вошли"
            to="/settings/sessions"
          />
        </List>
      </Panel>
      <Panel title="Тема">
        <ThemeSwitch />
      </Panel>
      <Panel title="Помощь и данные">
        <List>
          <ListRow leading={<Icon name="info" />} title="Помощь" subtitle="Вопросы и документы" to="/settings/help" />
          <ListRow
            leading={<Icon name="profile" />}
            title="Мои данные"
            subtitle="Копия и удаление"
            to="/settings/personal-data"
          />
        </List>
      </Panel>
      <InstallApp />
      <SignOut />
    </div>
  )
}

export { SettingsPage as Component }
