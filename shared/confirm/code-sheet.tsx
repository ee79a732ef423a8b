import type { UserOtpRequest } from '@portal/contracts/otp'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import type { ApiError } from '@portal/shared/http/api-error'
import { useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import styles from './code-sheet.module.css'
import { UserCodeStep } from './user-code-step.tsx'

type CodeSheetProps = {
  /** The code or the passkey allows this and nothing else. */
  request: UserOtpRequest
  onProof: (proof: { code: string } | { passkey: PasskeyAssertion }) => Promise<void>
  /** Nothing was sent or signed, because the request is not allowed. */
  onRejected?: (rejection: ApiError) => void
  errorTexts?: FailureTexts
  submitLabel?: string
  open: boolean
  onClose: () => void
  title: string
  /** What is confirmed, with its terms. */
  what: string
  where: string
}

/**
 * Confirms a filled form by a passkey or a code, in a sheet above the form. Closing it or going back returns to the
 * form.
 */
export function CodeSheet({ open, onClose, title, what, where, ...step }: CodeSheetProps) {
  const hasPasskey = useOwnPasskey()
  return (
    <Sheet open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <div className={styles.content}>
        <p>
          <span className={styles.what}>
            <NoBreak>{what}</NoBreak>
          </span>
          <span className={styles.where}>
            <NoBreak>{where}</NoBreak>
          </span>
        </p>
        {/* A skeleton until this is known, because the step of the code immediately sends one. */}
        {hasPasskey === undefined ? (
          <Skeleton height={48} radius="var(--radius-control)" />
        ) : (
          <ConfirmStep {...step} hasPasskey={hasPasskey} />
        )}
      </div>
    </Sheet>
  )
}

type ConfirmStepProps = Pick<CodeSheetProps, 'request' | 'onProof' | 'onRejected' | 'errorTexts' | 'submitLabel'> & {
  hasPasskey: boolean
}

function ConfirmStep({ hasPasskey, onProof, submitLabel = 'Добавить', ...step }: ConfirmStepProps) {
  const [hasChosenCode, setChosenCode] = useState(false)
  if (hasPasskey && !hasChosenCode) {
    return <PasskeyOrCode {...step} onSigned={(passkey) => onProof({ passkey })} onCode={() => setChosenCode(true)} />
  }
  return <UserCodeStep {...step} onSubmit={(code) => onProof({ code })} submitLabel={submitLabel} />
}
