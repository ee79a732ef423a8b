import type { Operation } from '@portal/contracts/operation'
import { statusText } from '@portal/contracts/operation-texts'
import { formatTime } from '@portal/shared/format/date'
import { Amount } from '@portal/shared/ui/amount'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { StatusBadge } from '@portal/shared/ui/status-badge'
import { memo } from 'react'
import { Stars } from '../../stars/stars.tsx'
import { statusTone, typeIcons } from './operation-wording.ts'
import styles from './operations-table.module.css'

type OperationRowProps = {
  operation: Operation
  /** The details of the operation are shown beside the list. */
  isSelected: boolean
  onOpen: (operation: Operation, isByKeyboard: boolean) => void
}

/** Two lines on a phone, and columns in a wide window. Shows a status only if it is not the usual one. */
export const OperationRow = memo(function OperationRow({ operation, isSelected, onOpen }: OperationRowProps) {
  const { type, status, title, created_at, rating, comment, amount, direction } = operation
  // `Вывод · СБП · Т-Банк · •• 01`: a line must not end with a dot, so the parts stand side by side without it.
  const [what, ...otherEnd] = title.split(' · ')
  return (
    <li className={styles.item}>
      <button
        className={styles.row}
        type="button"
        aria-current={isSelected || undefined}
        onClick={({ detail }) => onOpen(operation, detail === 0)}
      >
        <span className={styles.icon}>
          <Icon name={typeIcons[type]} />
        </span>
        <span className={styles.text}>
          <span className={styles.title}>{what}</span>
          <span className={styles.second}>
            <span className={styles.time}>{formatTime(created_at)}</span>
            <span className={styles.review}>
              {rating && <Stars rating={rating} />}
              {otherEnd.map((part, index) => (
                <span key={index} className={styles.part}>
                  <NoBreak>{part}</NoBreak>
                </span>
              ))}
              {comment && <span className={styles.words}>{comment}</span>}
            </span>
          </span>
        </span>
        <span className={styles.sum}>
          <Amount rubles={amount} direction={direction} void={status === 'canceled'} />
          {status !== 'completed' && <StatusBadge tone={statusTone(operation)}>{statusText(operation)}</StatusBadge>}
        </span>
      </button>
    </li>
  )
})
