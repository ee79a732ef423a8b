import { sendOtpToUser, type UserOtpRequest } from '@portal/contracts/otp'
import type { Proof } from '@portal/contracts/proof'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import { call } from '@portal/shared/http/call'
import { useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { useSession } from '@portal/shared/session/store'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { type ComponentProps, useState } from 'react'
import styles from './code-sheet.module.css'

type CodeSheetProps = Pick<ComponentProps<typeof OtpStep>, 'errorTexts'> & {
  open: boolean
  onClose: () => void
  title: string
  /** What is confirmed, with its terms. */
  what: string
  where: string
  /** The code or the passkey allows this and nothing else. */
  request: UserOtpRequest
  onProof: (proof: Proof) => Promise<void>
  submitLabel?: string
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
          <span className={styles.where}>{where}</span>
        </p>
        {/* A skeleton until this is known, because the step of the code immediately sends one. */}
        {hasPasskey === undefined && <Skeleton height={48} radius="var(--radius-control)" />}
        {hasPasskey === true && <ConfirmStep {...step} />}
        {hasPasskey === false && <CodeStep {...step} />}
      </div>
    </Sheet>
  )
}

type StepProps = Pick<CodeSheetProps, 'request' | 'onProof' | 'errorTexts' | 'submitLabel'>

function ConfirmStep(step: StepProps) {
  const { request, onProof, errorTexts = {} } = step
  const [byCode, setByCode] = useState(false)
  if (byCode) return <CodeStep {...step} />
  return (
    <PasskeyOrCode
      request={request}
      onSigned={(passkey) => onProof({ passkey })}
      onCode={() => setByCode(true)}
      errorTexts={errorTexts}
    />
  )
}

function CodeStep({ request, onProof, submitLabel = 'Добавить', ...texts }: StepProps) {
  const userId = useSession(({ user }) => user?.id ?? '')
  return (
    <OtpStep
      key={JSON.stringify(request)}
      send={() => call(sendOtpToUser, { params: { id: userId }, body: request })}
      onSubmit={(code) => onProof({ code })}
      submitLabel={submitLabel}
      {...texts}
    />
  )
}
