import { getPushSettings, type PushSettings, updatePushPreferences } from '@portal/contracts/push'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Panel } from '@portal/shared/ui/panel'
import styles from './notifications-page.module.css'
import { hourOptions, PreferenceValues, toPreferences, toPreferenceValues } from './preferences.ts'

/** What messages are about, for all devices of the user. */
export function PreferencesForm({ settings }: { settings: PushSettings }) {
  const client = useQueryClient()
  const form = useZodForm(PreferenceValues, { defaultValues: toPreferenceValues(settings.preferences) })
  const isQuiet = form.watch('quiet')

  async function save(values: PreferenceValues) {
    const preferences = await call(updatePushPreferences, { body: toPreferences(values) })
    client.setQueryData(
      apiQuery(getPushSettings, {}).queryKey,
      (known) => known && { ...known, preferences: asReceived(preferences) },
    )
    toast('Изменения сохранены')
  }

  return (
    <Form form={form} onSubmit={save}>
      <Panel title="О чём сообщать">
        <div>
          <CheckboxField name="tips" label="Новые чаевые" />
          <CheckboxField name="payouts" label="Вывод выполнен или не прошёл" />
        </div>
        <p className={styles.hint}>О смене способа вывода сообщаем всегда — вдруг это не вы.</p>
      </Panel>
      <Panel title="Суммы">
        <CheckboxField
          name="amounts"
          label="Показывать суммы в уведомлениях"
          hint="Если суммы скрыты на этом устройстве, их нет и в уведомлениях"
        />
      </Panel>
      <Panel title="Тихие часы">
        <CheckboxField
          name="quiet"
          label="Не беспокоить в это время"
          hint="По времени ресторана. Всё, что пришло за эти часы, соберём в одно уведомление."
        />
        {isQuiet && (
          <div className={styles.hours}>
            <DropdownField name="quiet_from" label="С" options={hourOptions} />
            <DropdownField name="quiet_to" label="До" options={hourOptions} />
          </div>
        )}
      </Panel>
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  )
}
