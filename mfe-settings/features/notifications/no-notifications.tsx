import type { PushState } from '@portal/shared/push/push-state'
import { EmptyState } from '@portal/shared/ui/empty-state'

type Reason = Extract<PushState, 'without-keys' | 'unsupported' | 'installed-only' | 'denied'>

const texts: Record<Reason, { title: string; text: string }> = {
  'without-keys': {
    title: 'Уведомления недоступны',
    text: 'Портал их пока не отправляет. Чаевые и выводы видны на главной странице.',
  },
  unsupported: {
    title: 'Этот браузер не показывает уведомления',
    text: 'Откройте портал в свежей версии Chrome, Safari, Firefox или Яндекс\u00A0Браузера',
  },
  'installed-only': {
    title: 'Сначала установите приложение',
    text: 'На iPhone и iPad уведомления приходят только в него. Нажмите «Поделиться», затем «На экран „Домой“», откройте «Чаевые» с экрана и вернитесь сюда.',
  },
  denied: {
    title: 'Уведомления запрещены в браузере',
    text: 'Чтобы разрешить, откройте настройки сайта — значок слева от адреса — и включите «Уведомления». Если портал установлен как приложение, разрешите их в настройках телефона.',
  },
}

/** Explains why this browser shows no notifications, and what the user can do. */
export function NoNotifications({ reason }: { reason: Reason }) {
  return <EmptyState icon="comment" {...texts[reason]} />
}
