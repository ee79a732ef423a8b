import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'

/** Replaces a form for a user without a payout method. `text`: what a method is for. */
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
