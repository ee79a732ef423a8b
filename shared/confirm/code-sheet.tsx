import { useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { type ComponentProps, useState } from 'react'
import styles from './code-sheet.module.css'
import { ProofStep } from './proof-step.tsx'

type CodeSheetProps = Pick<ComponentProps<typeof ProofStep>, 'request' | 'onProof' | 'errorTexts' | 'submitLabel'> & {
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
          <span className={styles.where}>{where}</span>
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

type ConfirmStepProps = Pick<CodeSheetProps, 'request' | 'onProof' | 'errorTexts' | 'submitLabel'> & {
  hasPasskey: boolean
}

function ConfirmStep({ hasPasskey, submitLabel = 'Добавить', ...step }: ConfirmStepProps) {
  const [hasChosenCode, setPrefersCode] = useState(false)
  return (
    <ProofStep
      {...step}
      way={hasPasskey && !hasChosenCode ? 'passkey' : 'code'}
      onCode={() => setPrefersCode(true)}
      submitLabel={submitLabel}
    />
  )
}
