import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'

export default function ForbiddenBanner() {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          icon="alert"
          title="Доступ запрещен"
          text="У вас нет прав на этот раздел."
          action={
            <ButtonLink to="/" variant="secondary">
              На главную
            </ButtonLink>
          }
        />
      </div>
    </Panel>
  )
}
