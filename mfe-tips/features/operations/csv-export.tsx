import { exportOperations } from '@portal/contracts/operation'
import { operationsFileName } from '@portal/contracts/operations-file'
import { dayOf } from '@portal/shared/format/date'
import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useMutation } from '@portal/shared/query'
import { saveFile } from '@portal/shared/save-file'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import styles from './csv-export.module.css'
import type { OperationsFilter } from './operations-filter.ts'

/** Fetched rather than linked to: a link's failure would be saved as the file, or leave the page. */
export function CsvExport({ restId, filter }: { restId: string; filter: OperationsFilter }) {
  const { type, from, to, q } = filter
  const restaurant = useCurrentEmployee().restaurant.name
  const download = useMutation<string, ApiError>({
    mutationFn: () =>
      call(exportOperations, {
        query: { restId, ...(type && { type }), ...(from && { from }), ...(to && { to }), ...(q && { q }) },
      }),
    onSuccess: (csv) =>
      saveFile({
        name: operationsFileName({ ...filter, restaurant, today: dayOf() }),
        type: 'text/csv;charset=utf-8',
        text: withByteOrderMark(csv),
      }),
  })
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        icon="download"
        aria-label="Скачать CSV"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        <span className={styles.name}>CSV</span>
      </Button>
      {download.isError && (
        <div className={styles.failure}>
          <Notice tone="error" title="Не удалось скачать файл">
            {failureText(download.error)}
          </Notice>
        </div>
      )}
    </>
  )
}

/** The browser removed the byte order mark of the response; Excel needs it to read Cyrillic. */
const byteOrderMark = '\uFEFF'

function withByteOrderMark(csv: string): string {
  return csv.startsWith(byteOrderMark) ? csv : byteOrderMark + csv
}
