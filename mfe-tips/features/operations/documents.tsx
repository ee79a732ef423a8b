import { useSearchParams } from '@portal/shared/router'
import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import { useEffect, useEffectEvent, useState } from 'react'
import { CsvExport } from './csv-export.tsx'
import styles from './documents.module.css'
import { DocumentsForm } from './documents-form.tsx'
import type { OperationsFilter } from './operations-filter.ts'

type DocumentsProps = { restId: string; filter: OperationsFilter }

/**
 * Opens the files: the statement of a period, the certificate of a year, and the list. They are open at
 * `/billing?documents`, which becomes `/billing`, so that a reload or a return does not open them again.
 */
export function Documents({ restId, filter }: DocumentsProps) {
  const [search, setSearch] = useSearchParams()
  const [isOpen, setOpen] = useState(search.has('documents'))
  const { from, to } = filter

  const removeFromAddress = useEffectEvent(() => {
    if (!search.has('documents')) return
    const next = new URLSearchParams(search)
    next.delete('documents')
    setSearch(next, { replace: true, preventScrollReset: true })
  })
  useEffect(() => removeFromAddress(), [])

  return (
    <>
      <Button variant="secondary" size="s" icon="document" aria-label="Выписка и справка" onClick={() => setOpen(true)}>
        Выписка
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title="Выписка и справка">
        <div className={styles.documents}>
          <DocumentsForm restId={restId} range={from && to ? { from, to } : null} />
          <CsvExport restId={restId} filter={filter} />
        </div>
      </Sheet>
    </>
  )
}
