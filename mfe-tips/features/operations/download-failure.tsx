import { failureText } from '@portal/shared/format/failure-text'
import type { ApiError } from '@portal/shared/http/api-error'
import { Notice } from '@portal/shared/ui/notice'

export function DownloadFailure({ error }: { error: ApiError }) {
  return (
    <Notice tone="error" title="Не удалось скачать файл">
      {failureText(error)}
    </Notice>
  )
}
