import { sendOtpToUser, type UserOtpRequest } from '@portal/shared/contracts/otp'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { call } from '@portal/shared/http/call'
import { useSession } from '@portal/shared/session/store'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import type { ComponentProps } from 'react'
import styles from './code-sheet.module.css'

type CodeSheetProps = Pick<ComponentProps<typeof OtpStep>, 'errorTexts'> & {
  open: boolean
  onClose: () => void
  title: string
  /** What is added or changed, and for which restaurants. */
  what: string
  where: string
  /** The code allows this and nothing else. */
  request: UserOtpRequest
  onCode: (code: string) => Promise<void>
  submitLabel?: string
}

/** The code that confirms a new card, phone or bank, above the filled form: closing it, or going back, returns there. */
export function CodeSheet({
  open,
  onClose,
  title,
  what,
  where,
  request,
  onCode,
  submitLabel = 'Добавить',
  ...texts
}: CodeSheetProps) {
  const userId = useSession(({ user }) => user?.id ?? '')
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <div className={styles.content}>
        <p>
          <span className={styles.what}>
            <NoBreak>{what}</NoBreak>
          </span>
          <span className={styles.where}>{where}</span>
        </p>
        <OtpStep
          key={JSON.stringify(request)}
          send={() => call(sendOtpToUser, { params: { id: userId }, body: request })}
          onSubmit={onCode}
          submitLabel={submitLabel}
          {...texts}
        />
      </div>
    </Sheet>
  )
}
