import { dayText } from '@portal/contracts/date-text'
import { exportPersonalData, type PersonalData } from '@portal/contracts/personal-data'
import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useMutation } from '@portal/shared/query'
import { saveFile } from '@portal/shared/save-file'
import { today } from '@portal/shared/session/today'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import styles from '../../settings.module.css'

/** Fetched rather than linked to: a link's failure would be saved as the file. */
export function DataCopy() {
  const download = useMutation<PersonalData, ApiError>({
    mutationFn: () => call(exportPersonalData, {}),
    onSuccess: (data) =>
      saveFile({
        name: `Чаевые, мои данные, ${dayText(today())}.json`,
        type: 'application/json',
        content: JSON.stringify(data, null, 2),
      }),
  })
  return (
    <div className={styles.page}>
      <p>
        Всё, что портал хранит о вас: профиль, документы, места работы, способы вывода и входы. Операции можно скачать
        на странице «Операции».
      </p>
      {download.isError && (
        <Notice tone="error" title="Не удалось скачать файл">
          {failureText(download.error)}
        </Notice>
      )}
      <Button variant="secondary" icon="download" full busy={download.isPending} onClick={() => download.mutate()}>
        Скачать мои данные
      </Button>
    </div>
  )
}
