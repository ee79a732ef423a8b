import {
  changeRestaurant,
  createRestaurant,
  getRestaurant,
  listRestaurants,
  type NewRestaurant,
  type RestaurantRecord,
} from '@portal/contracts/admin/restaurant'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { TextField } from '@portal/shared/forms/text-field'
import { between, length, number } from '@portal/shared/rules/sizes'
import { required } from '@portal/shared/rules/values'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { ChangeForm, optionalReason, ReasonField } from '../change/change-form.tsx'
import { nothingChanged } from '../change/error-texts.ts'
import { useChange } from '../change/use-change.ts'
import { providers } from '../payouts/payout-texts.ts'
import type { OpenSheet } from '../use-sheet.ts'
import { timeZoneOptions } from './time-zones.ts'

const Values = z.object({
  name: z.string().check(z.trim(), required(), length(1, 100)),
  bank: z.string().check(z.trim(), required(), length(1, 100)),
  external_id: z.string().check(z.trim(), length(0, 100)),
  time_zone: z.string().check(required()),
  payout_provider: z.nullable(z.string()),
  fee_share: z.string().check(z.trim(), required(), number(), between(0, 100)),
  reason: optionalReason,
})
type Values = z.infer<typeof Values>

type RestaurantSheetProps = OpenSheet<RestaurantRecord> & { onAdded?: (restaurant: RestaurantRecord) => void }

/** Changes the restaurant that is its content. Without one, it adds a restaurant. */
export function RestaurantSheet({ content: restaurant, attempt, open, close, onAdded }: RestaurantSheetProps) {
  const sendSigned = useChange()
  const affects = [listRestaurants, getRestaurant]

  async function submit(values: Values) {
    const body = toBody(values)
    if (restaurant) {
      const change = { params: { id: restaurant.id }, body: changedFields(restaurant, body) }
      if (Object.keys(change.body).every((field) => field === 'reason')) throw nothingChanged()
      if (await sendSigned(changeRestaurant, change, { affects, done: 'Ресторан изменён' })) close()
      return
    }
    const { external_id, payout_provider, ...rest } = body
    const given = { ...rest, ...(external_id && { external_id }), ...(payout_provider && { payout_provider }) }
    const made = await sendSigned(
      createRestaurant,
      { params: undefined, body: given },
      { affects, done: 'Ресторан добавлен' },
    )
    if (!made) return
    close()
    if (made.response) onAdded?.(made.response)
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={restaurant ? 'Изменить ресторан' : 'Добавить ресторан'}
    >
      <ChangeForm
        key={attempt}
        schema={Values}
        defaultValues={toValues(restaurant)}
        submit={restaurant ? `Изменить «${restaurant.name}»` : 'Добавить ресторан'}
        onSubmit={submit}
      >
        <RestaurantFields ownZone={restaurant?.time_zone} />
        <ReasonField isOptional />
      </ChangeForm>
    </Sheet>
  )
}

function RestaurantFields({ ownZone }: { ownZone: string | undefined }) {
  return (
    <>
      <TextField name="name" label="Название" autoComplete="off" />
      <TextField name="bank" label="Банк" hint="Его видят сотрудники" autoComplete="off" />
      <TextField
        name="external_id"
        label="Код в платёжном сервисе"
        hint="Как ресторан называет платёжный сервис"
        autoComplete="off"
      />
      <DropdownField name="time_zone" label="Часовой пояс" options={timeZoneOptions(ownZone)} search />
      <DropdownField
        name="payout_provider"
        label="Провайдер выплат"
        options={providers}
        placeholder="Из настройки портала"
        none
      />
      <TextField
        name="fee_share"
        label="Доля комиссии, %"
        hint="Сколько комиссии за вывод платит ресторан. Долю подтвердит другой оператор"
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

function toValues(restaurant: RestaurantRecord | null): Values {
  return {
    name: restaurant?.name ?? '',
    bank: restaurant?.bank ?? '',
    external_id: restaurant?.external_id ?? '',
    time_zone: restaurant?.time_zone ?? 'Europe/Moscow',
    payout_provider: restaurant?.payout_provider ?? null,
    fee_share: String(restaurant?.fee_share ?? 0),
    reason: '',
  }
}

function toBody({ external_id, payout_provider, fee_share, reason, ...texts }: Values) {
  return {
    ...texts,
    external_id: external_id || null,
    payout_provider: payout_provider as NewRestaurant['payout_provider'] | null,
    fee_share: Number(fee_share),
    ...(reason && { reason }),
  }
}

/** Only what differs is sent, so that a proposal names it and nothing else. */
function changedFields<Body extends ReturnType<typeof toBody>>(
  restaurant: RestaurantRecord,
  body: Body,
): Partial<Body> {
  const entries = Object.entries(body).filter(([field, value]) => restaurant[field as keyof RestaurantRecord] !== value)
  return Object.fromEntries(entries) as Partial<Body>
}
