import type { Operation } from '@portal/shared/contracts/operation'
import { statusText, typeNames } from '@portal/shared/contracts/operation-texts'
import { formatMoment } from '@portal/shared/format/date'
import { Amount } from '@portal/shared/ui/amount'
import { ButtonLink } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { type ReactNode, useState } from 'react'
import styles from './operation-details.module.css'
import { statusTones } from './operation-wording.ts'

type OperationDetailsProps = { operation: Operation | null; onClose: () => void }

export function OperationDetails({ operation, onClose }: OperationDetailsProps) {
  // The last one stays in the sheet while it slides away.
  const [shown, setShown] = useState(operation)
  if (operation && operation !== shown) setShown(operation)
  if (!shown) return null

  return (
    <Sheet
      open={operation !== null}
      onOpenChange={(open) => !open && onClose()}
      title={<NoBreak>{shown.title}</NoBreak>}
      footer={
        shown.type === 'payout' &&
        shown.payout_id && (
          <ButtonLink variant="secondary" full to={`/out?payout=${encodeURIComponent(shown.payout_id)}`}>
            Открыть вывод
          </ButtonLink>
        )
      }
    >
      <p className={styles.amount}>
        <Amount rubles={shown.amount} direction={shown.direction} size="l" void={shown.status === 'canceled'} />
        <StatusBadge tone={statusTones[shown.status]}>{statusText(shown)}</StatusBadge>
      </p>
      <dl className={styles.fields}>
        <Field name="Тип">{typeNames[shown.type]}</Field>
        <Field name="Дата и время">{formatMoment(shown.created_at)}</Field>
        <Field name="Ресторан">{shown.restaurant.name}</Field>
        {shown.fee > 0 && (
          <>
            <Field name="Комиссия">
              <Amount rubles={shown.fee} />
            </Field>
            <Field name="К зачислению">
              <Amount rubles={shown.amount - shown.fee} />
            </Field>
          </>
        )}
        {shown.rating && <Field name="Оценка">{shown.rating} из 5</Field>}
        {shown.comment && <Field name="Комментарий">{shown.comment}</Field>}
        {shown.number && <Field name="Номер операции">{shown.number}</Field>}
      </dl>
    </Sheet>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
