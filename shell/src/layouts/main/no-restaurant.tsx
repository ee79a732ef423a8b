import { whomToAsk } from '@portal/shared/format/failure-text'
import { signOut } from '@portal/shared/session/sign-out'
import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { EmptyFrame } from './empty-frame.tsx'

/** Is shown to a user who is disabled at each of the restaurants: no page has anything to show. */
export default function NoRestaurant() {
  return (
    <EmptyFrame>
      <Panel>
        <EmptyState
          icon="building"
          title="Нет доступных ресторанов"
          text={`Доступ к ресторанам закрыт. ${whomToAsk} Деньги на вашем балансе сохранены.`}
          action={
            <Button variant="secondary" onClick={() => void signOut()}>
              Выйти
            </Button>
          }
        />
      </Panel>
    </EmptyFrame>
  )
}
