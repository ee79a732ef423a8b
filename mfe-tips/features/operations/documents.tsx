import type { DayRange } from '@portal/contracts/day'
import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import styles from './documents.module.css'
import { DocumentsForm } from './documents-form.tsx'

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
        <DocumentsForm {...props} />
      </Sheet>
    </>
  )
}
