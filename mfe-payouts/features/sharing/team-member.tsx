import type { Colleague } from '@portal/contracts/colleague'
import { Amount } from '@portal/shared/ui/amount'
import { Icon } from '@portal/shared/ui/icon'
import { useId } from 'react'
import { ColleagueLine } from '../../colleagues/colleague-line.tsx'
import type { Part } from './parts.ts'
import type { Member, SharingDraft } from './sharing-draft.ts'
import styles from './team-member.module.css'

const weights = {
  hours: { name: 'Часы', unit: 'ч' },
  percent: { name: 'Проценты', unit: '%' },
} as const

type TeamMemberProps = {
  colleague: Colleague
  way: SharingDraft['way']
  /** Absent if not chosen. */
  member: Member | undefined
  part: Part | undefined
  onToggle: (isChosen: boolean) => void
  onWeight: (typed: string) => void
}

/** A colleague, whether chosen, with what the others have and this one gets. */
export function TeamMember({ colleague, way, member, part, onToggle, onWeight }: TeamMemberProps) {
  const errorId = useId()
  const isWrong = way !== 'equal' && member !== undefined && member.weight.trim() !== '' && part?.weight === null
  return (
    <li className={styles.member} data-weighted={way !== 'equal' || undefined}>
      <label className={styles.choice}>
        <input
          className={styles.checkbox}
          type="checkbox"
          checked={member !== undefined}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span className={styles.box} aria-hidden="true">
          <Icon name="check" size={16} />
        </span>
        <ColleagueLine colleague={colleague} />
      </label>
      {member && (
        <span className={styles.share}>
          {way !== 'equal' && (
            <span className={styles.weight}>
              <input
                className={styles.input}
                type="text"
                inputMode="decimal"
                autoComplete="off"
                placeholder="0"
                aria-label={`${weights[way].name}: ${colleague.name}, телефон оканчивается на ${colleague.phone_last2}`}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? errorId : undefined}
                value={member.weight}
                onChange={(event) => onWeight(event.currentTarget.value)}
              />
              <span className={styles.unit} aria-hidden="true">
                {weights[way].unit}
              </span>
            </span>
          )}
          <span className={styles.amount}>
            {part?.part != null && <Amount rubles={part.part} size="text" always />}
          </span>
        </span>
      )}
      {isWrong && (
        <p id={errorId} className={styles.error} aria-live="polite">
          Например, 8 или 7,5
        </p>
      )}
    </li>
  )
}
