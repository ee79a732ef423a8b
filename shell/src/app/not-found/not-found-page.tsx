import { useSession } from '@portal/shared/session/store'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'

/** The layout shows the heading «Страница не найдена». */
export default function NotFoundPage() {
  const user = useSession((state) => state.user)
  const text = (
    <EmptyState
      icon="alert"
      title="Такого адреса нет"
      text="Возможно, ссылка устарела или в ней опечатка."
      action={<ButtonLink to="/">На главную</ButtonLink>}
    />
  )
  // The centred card is a panel already.
  return user ? <Panel>{text}</Panel> : text
}
