import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import styles from './documents.module.css'
import { DownloadFailure } from './download-failure.tsx'
import { fetchCsv, useDownload } from './files.ts'
import type { OperationsFilter } from './operations-filter.ts'

/** Exports the filtered operations, in the order of the list. */
export function CsvExport({ restId, filter }: { restId: string; filter: OperationsFilter }) {
  const restaurant = useCurrentEmployee().restaurant.name
  const download = useDownload()
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        icon="download"
        aria-label="Скачать CSV"
        busy={download.isPending}
        onClick={() => download.mutate(() => fetchCsv({ restId, restaurant }, filter))}
      >
        <span className={styles.name}>CSV</span>
      </Button>
      {download.isError && (
        <div className={styles.failure}>
          <DownloadFailure error={download.error} />
        </div>
      )}
    </>
  )
}
