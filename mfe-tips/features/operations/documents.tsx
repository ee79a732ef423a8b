import type { DayRange } from '@portal/contracts/period'
import { Button } from '@portal/shared/ui/button'
import { useLatePart } from '@portal/shared/ui/late-part'
import { LoadError } from '@portal/shared/ui/load-error'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import styles from './csv-export.module.css'

const load = async () => (await import('./documents-form.tsx')).DocumentsForm

type DocumentsProps = { restId: string; range: DayRange | null }

/** Opens what can be printed: the statement of a period and the certificate of a year. */
export function Documents(props: DocumentsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="s" icon="document" aria-label="Выписка и справка" onClick={() => setOpen(true)}>
        <span className={styles.name}>Выписка</span>
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Выписка и справка">
        <LateForm {...props} />
      </Sheet>
    </>
  )
}

function LateForm(props: DocumentsProps) {
  const [hasFailed, setFailed] = useState(false)
  const DocumentsForm = useLatePart(load, !hasFailed, () => setFailed(true))
  if (hasFailed) return <LoadError onRetry={() => setFailed(false)} />
  return DocumentsForm ? <DocumentsForm {...props} /> : <Skeleton height={420} radius="var(--radius-control)" />
}
