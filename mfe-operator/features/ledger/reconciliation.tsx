import type { PayoutCall } from '@portal/contracts/admin/payout'
import {
  closeReconciliationLine,
  listReconciliationLines,
  listReconciliations,
  type ReconciliationLine,
  runReconciliation,
} from '@portal/contracts/admin/reconciliation'
import { dayText } from '@portal/contracts/date-text'
import { formatRubles } from '@portal/contracts/money-text'
import { addDays, dayIn } from '@portal/shared/calendar'
import { plural } from '@portal/shared/format/plural'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { TextField } from '@portal/shared/forms/text-field'
import { now } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { List, ListRow } from '@portal/shared/ui/list'
import { Sheet } from '@portal/shared/ui/sheet'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import * as z from '@portal/shared/zod'
import { ChangeForm } from '../../change/change-form.tsx'
import { type Decision, DecisionSheet } from '../../change/decision-sheet.tsx'
import { useChange, useDecide } from '../../change/use-change.ts'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'
import { differenceTexts, providerName, providers, responseTexts } from '../../payouts/payout-texts.ts'
import { type OpenSheet, useSheet } from '../../use-sheet.ts'

/** How the providers' lists differ from the portal's payouts. */
export function Reconciliation() {
  return (
    <div className={styles.columns}>
      <PanelWithData title="Различия без решения">
        <Lines />
      </PanelWithData>
      <PanelWithData title="Сверенные дни">
        <Days />
      </PanelWithData>
    </div>
  )
}

function Lines() {
  const { data } = useSuspenseQuery(apiQuery(listReconciliationLines, { query: {} }))
  const sheet = useSheet<Decision>()
  const decide = useDecide([listReconciliationLines, listReconciliations])
  if (data.items.length === 0) return <EmptyState icon="check" title="Различий нет" />

  const closing = (line: ReconciliationLine): Decision => ({
    action: 'Записать решение',
    title: 'Записать решение?',
    about: `${differenceTexts[line.kind]}, ${dayText(line.day)}`,
    facts: [...lineTexts(line), 'Тревога об этом различии прекратится.', 'Подтвердит другой оператор.'],
    submit: `Записать решение о различии № ${line.id}`,
    decide: decide(closeReconciliationLine, String(line.id), 'Решение записано'),
  })

  return (
    <>
      <List label="Различия без решения">
        {data.items.map((line) => (
          <ListRow
            key={line.id}
            title={`№ ${line.id}: ${differenceTexts[line.kind].toLowerCase()}`}
            subtitle={[dayText(line.day), providerName(line.provider), ...lineTexts(line)].map((text) => (
              <span key={text} className={styles.line}>
                {text}
              </span>
            ))}
            hasChevron
            onClick={() => sheet.show(closing(line))}
          />
        ))}
      </List>
      <DecisionSheet {...sheet} />
    </>
  )
}

function lineTexts(line: ReconciliationLine): string[] {
  const side = (name: string, amount: number | null, status: string | null) =>
    `${name}: ${[amount !== null && formatRubles(amount), status && statusText(status)].filter(Boolean).join(', ') || 'нет'}`
  return [
    side('У нас', line.our_amount, line.our_status),
    side('У провайдера', line.their_amount, line.their_status),
    ...(line.payout_id ? [`Вывод ${line.payout_id}`] : []),
    ...(line.reference ? [`Платёж ${line.reference}`] : []),
  ]
}

/** The statuses are responses of a bank. */
function statusText(status: string): string {
  return responseTexts[status as PayoutCall['response']]?.toLowerCase() ?? status
}

function Days() {
  const { data } = useSuspenseQuery(apiQuery(listReconciliations, { query: {} }))
  const sheet = useSheet<null>()
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState icon="calendar" title="Ни один день ещё не сверен" />
      ) : (
        <List label="Сверенные дни">
          {data.items.slice(0, 31).map(({ id, day, provider, payments, payouts, open }) => (
            <ListRow
              key={id}
              title={dayText(day)}
              subtitle={`${providerName(provider)} · ${plural(payments, 'платёж', 'платежа', 'платежей')} · ${plural(payouts, 'вывод', 'вывода', 'выводов')}`}
              trailing={
                <StatusBadge tone={open === 0 ? 'positive' : 'negative'}>
                  {open === 0 ? 'Сходится' : `Без решения: ${open}`}
                </StatusBadge>
              }
            />
          ))}
        </List>
      )}
      <Button full variant="secondary" onClick={() => sheet.show(null)}>
        Сверить день
      </Button>
      <RunSheet {...sheet} />
    </>
  )
}

const Run = z.object({ provider: z.enum(['yookassa', 'sandbox']), day: z.iso.date('День вида 2026-11-20') })

function RunSheet({ attempt, open, close }: OpenSheet<null>) {
  const sendSigned = useChange()
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title="Сверить день">
      <ChangeForm
        key={attempt}
        schema={Run}
        defaultValues={{ provider: 'yookassa', day: addDays(dayIn('Europe/Moscow', now()), -1) }}
        facts={['Портал возьмёт список провайдера. Выписку из файла сверят разработчики.']}
        submit="Сверить"
        onSubmit={async (body) => {
          const effect = { affects: [listReconciliations, listReconciliationLines], done: 'День сверен' }
          if (await sendSigned(runReconciliation, { params: undefined, body }, effect)) close()
        }}
      >
        <DropdownField name="provider" label="Провайдер" options={providers} />
        <TextField name="day" label="День по Москве" autoComplete="off" />
      </ChangeForm>
    </Sheet>
  )
}
