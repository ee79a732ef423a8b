import {
  closeRestaurant,
  getRestaurant,
  listRestaurants,
  type RestaurantRecord,
  reopenRestaurant,
} from '@portal/contracts/admin/restaurant'
import { zoneText } from '@portal/contracts/zone-text'
import { now } from '@portal/shared/http/clock'
import { apiQuery } from '@portal/shared/http/query'
import { Fact, Facts } from '@portal/shared/order-details/facts'
import { useSuspenseQuery } from '@portal/shared/query'
import { useParams } from '@portal/shared/router'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { OperatorPage } from '../../access/operator-page.tsx'
import { type Decision, DecisionSheet } from '../../change/decision-sheet.tsx'
import { type Decide, useDecide } from '../../change/use-change.ts'
import { formatZonedMoment } from '../../names.ts'
import styles from '../../operator.module.css'
import { PanelWithData } from '../../panel-with-data.tsx'
import { providerName } from '../../payouts/payout-texts.ts'
import { RestaurantSheet } from '../../restaurants/restaurant-sheet.tsx'
import { useSheet } from '../../use-sheet.ts'
import { Invitations } from './invitations.tsx'
import { Staff } from './staff.tsx'

function RestaurantPage() {
  const { id = '' } = useParams()
  return (
    <OperatorPage>
      <div className={styles.columns}>
        <div className={styles.page}>
          <PanelWithData>
            <Restaurant id={id} />
          </PanelWithData>
          <PanelWithData title="Открытые приглашения">
            <Invitations restaurantId={id} />
          </PanelWithData>
        </div>
        <PanelWithData title="Сотрудники">
          <Staff restaurantId={id} />
        </PanelWithData>
      </div>
    </OperatorPage>
  )
}

export { RestaurantPage as Component }

function Restaurant({ id }: { id: string }) {
  const { data: restaurant } = useSuspenseQuery(apiQuery(getRestaurant, { params: { id } }))
  const { name, bank, external_id, payout_provider, time_zone, fee_share, closed_at } = restaurant
  const changing = useSheet<typeof restaurant>()
  const deciding = useSheet<Decision>()
  const decide = useDecide([getRestaurant, listRestaurants])
  const decision = closed_at ? reopening(restaurant, decide) : closing(restaurant, decide)
  return (
    <>
      {closed_at && (
        <Notice tone="info">{`Закрыт ${formatZonedMoment(closed_at)}. Войти в него нельзя, вывести деньги можно.`}</Notice>
      )}
      <h2>
        <NoBreak>{name}</NoBreak>
      </h2>
      <Facts>
        <Fact name="Банк">{bank}</Fact>
        <Fact name="Код в платёжном сервисе">{external_id ?? 'нет'}</Fact>
        <Fact name="Провайдер выплат">{payout_provider ? providerName(payout_provider) : 'из настройки портала'}</Fact>
        <Fact name="Часовой пояс">{`${time_zone}, ${zoneText(time_zone, now())}`}</Fact>
        <Fact name="Доля комиссии">{`${fee_share}\u00A0%`}</Fact>
      </Facts>
      <div className={styles.actions}>
        <Button full variant="secondary" icon="edit" onClick={() => changing.show(restaurant)}>
          Изменить
        </Button>
        <Button full variant={closed_at ? 'secondary' : 'danger-quiet'} onClick={() => deciding.show(decision)}>
          {decision.action}
        </Button>
      </div>
      <RestaurantSheet {...changing} />
      <DecisionSheet {...deciding} />
    </>
  )
}

function reopening({ id, name }: RestaurantRecord, decide: Decide): Decision {
  return {
    action: 'Открыть снова',
    title: 'Открыть ресторан?',
    about: name,
    facts: ['В него снова можно пригласить.'],
    submit: `Открыть «${name}»`,
    decide: decide(reopenRestaurant, id, 'Ресторан открыт'),
  }
}

function closing({ id, name }: RestaurantRecord, decide: Decide): Decision {
  return {
    action: 'Закрыть',
    title: 'Закрыть ресторан?',
    about: name,
    facts: ['Войти в него больше нельзя.', 'Сотрудники по-прежнему видят его и выводят свои деньги.'],
    submit: `Закрыть «${name}»`,
    isDangerous: true,
    decide: decide(closeRestaurant, id, 'Ресторан закрыт'),
  }
}
