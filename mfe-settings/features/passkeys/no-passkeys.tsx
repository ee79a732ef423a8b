import { Notice } from '@portal/shared/ui/notice'

/** Shown in a browser that has no passkeys. */
export function NoPasskeys() {
  return (
    <Notice tone="info">
      Этот браузер не поддерживает ключи доступа. Откройте портал в свежей версии Chrome, Safari, Firefox или Яндекс
      Браузера.
    </Notice>
  )
}
