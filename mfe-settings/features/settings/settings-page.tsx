import { useMutation } from '@portal/shared/query'
import { signOut } from '@portal/shared/session/sign-out'
import { Slot } from '@portal/shared/slot'
import { Button } from '@portal/shared/ui/button'
import { Icon, type IconName } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { Segmented } from '@portal/shared/ui/segmented'
import { type Theme, useTheme } from '@portal/shared/ui/theme'
import { InstallApp } from './install-app.tsx'
import styles from './settings-page.module.css'

type PageLink = { icon: IconName; title: string; subtitle: string; to: string }

const accountLinks: readonly PageLink[] = [
  { icon: 'card', title: 'Способы вывода', subtitle: 'Карты и телефоны СБП', to: '/settings/payout-methods' },
  { icon: 'withdraw', title: 'Лимиты', subtitle: 'Сколько можно вывести и перевести', to: '/settings/limits' },
  { icon: 'comment', title: 'Уведомления', subtitle: 'О чаевых и выводах', to: '/settings/notifications' },
]

const securityLinks: readonly PageLink[] = [
  { icon: 'phone', title: 'Телефон', subtitle: 'Номер для входа и кодов', to: '/settings/phone' },
  { icon: 'lock', title: 'Пароль', subtitle: 'Смена пароля', to: '/settings/password' },
  { icon: 'key', title: 'Ключи доступа', subtitle: 'Вход по отпечатку или лицу', to: '/settings/passkeys' },
  { icon: 'eye-off', title: 'Код-пароль и суммы', subtitle: 'Что видно при входе в портал', to: '/settings/opening' },
  { icon: 'device', title: 'Активные сеансы', subtitle: 'Где вы вошли', to: '/settings/sessions' },
]

const helpLinks: readonly PageLink[] = [
  { icon: 'info', title: 'Помощь', subtitle: 'Вопросы и документы', to: '/settings/help' },
  { icon: 'profile', title: 'Мои данные', subtitle: 'Копия и удаление', to: '/settings/personal-data' },
]

function SettingsPage() {
  return (
    <div className={styles.page}>
      <Panel>
        <div>
          <PageLinks links={accountLinks} />
          <div className={styles.others}>
            <Slot name="settings.account" props={{}} fallback={null} />
          </div>
        </div>
      </Panel>
      <Panel title="Вход и безопасность">
        <PageLinks links={securityLinks} />
      </Panel>
      <Panel title="Тема">
        <ThemeSwitch />
      </Panel>
      <Panel title="Помощь и данные">
        <PageLinks links={helpLinks} />
      </Panel>
      <InstallApp />
      <SignOut />
    </div>
  )
}

export { SettingsPage as Component }

function PageLinks({ links }: { links: readonly PageLink[] }) {
  return (
    <List>
      {links.map(({ icon, title, subtitle, to }) => (
        <ListRow key={to} leading={<Icon name={icon} />} title={title} subtitle={subtitle} to={to} />
      ))}
    </List>
  )
}

/** The shell, which watches the session, decides where the user goes next. */
function SignOut() {
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <div className={styles.signOut}>
      {leaving.isError && <Notice tone="error">Не удалось выйти. Проверьте соединение и попробуйте ещё раз.</Notice>}
      <Button variant="secondary" icon="logout" full busy={leaving.isPending} onClick={() => leaving.mutate()}>
        Выход
      </Button>
    </div>
  )
}

const themes: { value: Theme; label: string }[] = [
  { value: 'system', label: 'Системная' },
  { value: 'light', label: 'Светлая' },
  { value: 'dark', label: 'Тёмная' },
]

function ThemeSwitch() {
  const [theme, setTheme] = useTheme()
  return <Segmented label="Тема" value={theme} onChange={setTheme} options={themes} />
}
