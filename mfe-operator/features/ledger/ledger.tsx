import { checkLedger, getTrialBalance, type LedgerCheck, type LedgerReport } from '@portal/contracts/admin/ledger'
import { formatRubles } from '@portal/contracts/money-text'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery, useSuspenseQuery } from '@portal/shared/query'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { List, ListRow } from '@portal/shared/ui/list'
import { LoadError } from '@portal/shared/ui/load-error'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'

/** Whether the ledger adds up. */
export function Ledger() {
  return (
    <div className={styles.columns}>
      <Check />
      <PanelWithData title="Счета">
        <TrialBalance />
      </PanelWithData>
    </div>
  )
}

/** The check reads the whole ledger, so it runs only when it is asked for. */
function Check() {
  const { data, error, isFetching, refetch } = useQuery({ ...apiQuery(checkLedger, {}), enabled: false, retry: false })
  return (
    <Panel title="Проверка учёта">
      <p>Сверяет балансы, проводки, выводы, чаевые и операции. Читает весь учёт, поэтому занимает время.</p>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {data && !error && <Report {...data} />}
      <Button full variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        {data ? 'Проверить ещё раз' : 'Проверить'}
      </Button>
    </Panel>
  )
}

const checkTexts: Record<LedgerCheck['check'], string> = {
  transfers: 'Проводки парами',
  entries: 'Порядок проводок',
  accounts: 'Балансы счетов',
  payouts: 'Выводы и переводы',
  shares: 'Доли коллег в переводах',
  in_flight: 'Деньги в пути',
  tips: 'Чаевые',
  adjustments: 'Исправления чаевых',
  operations: 'История операций',
  decisions: 'Решения операторов',
}

function Report({ checks, differences }: LedgerReport) {
  return (
    <>
      {differences.length === 0 ? (
        <Notice tone="success">Всё сходится</Notice>
      ) : (
        <Notice tone="error">Деньги не сходятся. Сразу сообщите разработчикам.</Notice>
      )}
      <List label="Проверки">
        {checks.map(({ check, compared, differences }) => (
          <ListRow
            key={check}
            title={checkTexts[check]}
            subtitle={`сверено ${compared.toLocaleString('ru')}`}
            trailing={
              <StatusBadge tone={differences === 0 ? 'positive' : 'negative'}>
                {differences === 0 ? 'Сходится' : `Различий: ${differences}`}
              </StatusBadge>
            }
          />
        ))}
      </List>
      {differences.length > 0 && (
        <List label="Различия">
          {differences.map(({ check, subject, expected, found }) => (
            <ListRow
              key={`${check} ${subject}`}
              title={subject}
              subtitle={`${checkTexts[check]}: должно быть ${amountsText(expected)}, есть ${amountsText(found)}`}
            />
          ))}
        </List>
      )}
    </>
  )
}

function amountsText(amounts: Record<string, number>): string {
  const texts = Object.entries(amounts).map(([name, rubles]) => `${name} ${formatRubles(rubles)}`)
  return texts.join(', ') || 'ничего'
}

function TrialBalance() {
  const { data } = useSuspenseQuery(apiQuery(getTrialBalance, {}))
  return (
    <>
      {data.total !== 0 && <Notice tone="error">Остатки в сумме не 0. Сразу сообщите разработчикам.</Notice>}
      <table className={styles.table}>
        <caption className="visually-hidden">Остатки счетов</caption>
        <thead>
          <tr>
            <th scope="col">Счёт</th>
            <th scope="col">Счетов</th>
            <th scope="col">Остаток</th>
          </tr>
        </thead>
        <tbody>
          {data.items.map(({ account, accounts, balance }) => (
            <tr key={account}>
              <th scope="row">{accountTexts[account] ?? account}</th>
              <td>{accounts.toLocaleString('ru')}</td>
              <td>
                <Amount rubles={balance} size="text" always />
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Всего</th>
            <td />
            <td>
              <Amount rubles={data.total} size="text" always />
            </td>
          </tr>
        </tbody>
      </table>
    </>
  )
}

const accountTexts: Record<string, string> = {
  wallet: 'Балансы сотрудников',
  uncleared: 'Чаевые к зачислению',
  debt: 'Долги сотрудников',
  tips_clearing: 'Расчёты по чаевым',
  payouts_in_flight: 'Выводы в пути',
  bank: 'Выплачено банком',
  fees: 'Комиссии',
  restaurant_fees: 'Комиссии за счёт ресторанов',
}
