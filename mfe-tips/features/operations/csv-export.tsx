import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import styles from './documents.module.css'
import { fetchCsv, useDownload } from './files.ts'
import type { OperationsFilter } from './operations-filter.ts'

/** Exports the filtered operations, in the order of the list. */
export function CsvExport({ restId, filter }: { restId: string; filter: OperationsFilter }) {
  const restaurant = useCurrentEmployee().restaurant.name
  const download = useDownload()
  return (
    <section className={styles.part} aria-labelledby="list-file-title">
      <h3 id="list-file-title">Список как на экране</h3>
      <p className={styles.about}>Операции из списка с вашими фильтрами, для Excel</p>
      {download.isError && <DownloadFailure error={download.error} />}
      <Button
        full
        variant="secondary"
        icon="download"
        busy={download.isPending}
        onClick={() => download.mutate(() => fetchCsv({ restId, restaurant }, filter))}
      >
        Скачать CSV
      </Button>
    </section>
  )
}

export function DownloadFailure({ error }: { error: ApiError }) {
  return (
    <Notice tone="error" title="Не удалось скачать файл">
      {failureText(error)}
    </Notice>
  )
}
