import { type AutoWithdrawal, getAutoWithdrawal } from '@portal/contracts/auto-withdrawal'
import { scheduleText } from '@portal/shared/format/schedule-text'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import styles from './settings-row.module.css'

const whatItDoes = 'Выводит чаевые сам: каждый день или как только наберётся сумма'

/** The slot `settings.account`: what the rule of the chosen restaurant does. Leads to the page that changes it. */
function SettingsRow() {
  const { restaurant } = useCurrentEmployee()
  const { data } = useQuery(apiQuery(getAutoWithdrawal, { params: { restId: restaurant.id } }))
  const rule = data?.rule
  const running = rule && !rule.stopped ? rule : null
  return (
    <List>
      <ListRow
        leading={<Icon name="clock" />}
        title={
          <span className={styles.title}>
            <span>Автовывод</span>
            {data && <RuleBadge rule={rule} />}
          </span>
        }
        subtitle={
          <>
            <span className={styles.line}>{`Ресторан «${restaurant.name}»`}</span>
            <span className={styles.line}>
              <NoBreak>
                {running ? `${scheduleText(running.schedule)}\u00A0— на ${running.method_title}` : whatItDoes}
              </NoBreak>
            </span>
          </>
        }
        to="/out/auto"
      />
    </List>
  )
}

export { SettingsRow as Component }

function RuleBadge({ rule }: { rule: AutoWithdrawal | null | undefined }) {
  if (!rule || rule.stopped?.reason === 'user') return <StatusBadge tone="neutral">Выключен</StatusBadge>
  if (rule.stopped) return <StatusBadge tone="negative">Остановлен</StatusBadge>
  return <StatusBadge tone="positive">Включён</StatusBadge>
}
