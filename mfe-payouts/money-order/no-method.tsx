import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'

/** In place of a form that pays out, for a user who has no payout method. `text`: what one is for. */
export function NoMethod({ text }: { text: string }) {
  return (
    <Panel>
      <EmptyState
        icon="card"
        title="Добавьте карту или телефон СБП"
        text={text}
        action={<ButtonLink to="/settings/payout-methods">Добавить</ButtonLink>}
      />
    </Panel>
  )
}
