import { getPushSettings, type PushPreferences, type PushSettings, updatePushPreferences } from '@portal/contracts/push'
import { failureText } from '@portal/shared/format/failure-text'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, useZodForm } from '@portal/shared/forms/form'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from '../../settings.module.css'
import { changedPreferences, hourOptions, PreferenceValues, toPreferences, toPreferenceValues } from './preferences.ts'

/** What messages are about, for all devices of the user. */
export function PreferencesForm({ settings }: { settings: PushSettings }) {
  const form = useZodForm(PreferenceValues, { defaultValues: toPreferenceValues(settings.preferences) })
  const isQuiet = form.watch('quiet')
  const [save, failure] = useSaving(settings.preferences, (changed) => {
    const values = form.getValues()
    const hours = { from: values.quiet_from, to: values.quiet_to }
    form.reset(toPreferenceValues({ ...toPreferences(values), ...changed }, hours))
  })

  const valuesChanged = useEffectEvent((values: PreferenceValues) => {
    void form.trigger()
    save(values)
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => valuesChanged(values) }),
    [form],
  )

  return (
    <Form form={form} onSubmit={save}>
      {failure && (
        <Notice tone="error" title="Не сохранилось">
          {failureText(failure)}
        </Notice>
      )}
      <Panel title="О чём сообщать">
        <div>
          <CheckboxField isSwitch name="tips" label="Новые чаевые" />
          <CheckboxField isSwitch name="payouts" label="Вывод выплачен или отклонён" />
        </div>
        <p className={styles.muted}>О смене способа вывода сообщаем всегда — вдруг это не вы.</p>
      </Panel>
      <Panel title="Суммы">
        <CheckboxField
          isSwitch
          name="amounts"
          label="Показывать суммы в уведомлениях"
          hint="Если суммы скрыты на этом устройстве, их нет и в уведомлениях"
        />
      </Panel>
      <Panel title="Тихие часы">
        <CheckboxField
          isSwitch
          name="quiet"
          label="Не беспокоить в выбранные часы"
          hint="По времени ресторана. Одинаковые события за эти часы соберём в одно уведомление. О новом способе вывода сообщим сразу."
        />
        {isQuiet && (
          <div className={styles.hours}>
            <DropdownField name="quiet_from" label="С" options={hourOptions} />
            <DropdownField name="quiet_to" label="До" options={hourOptions} />
          </div>
        )}
      </Panel>
    </Form>
  )
}

const mutationKey = ['push-preferences']

/**
 * Saves each change, one after the other, and nothing else: another page may have changed the rest. Invalid quiet hours
 * are left as they were. A change that fails goes back, unless the user has changed it again meanwhile. `show` shows
 * that, and what another page has changed. Returns also why the last change was not saved.
 */
function useSaving(
  loaded: PushPreferences,
  show: (changed: Partial<PushPreferences>) => void,
): [save: (values: PreferenceValues) => void, failure: ApiError | null] {
  const client = useQueryClient()
  const saved = useRef(loaded)
  const wanted = useRef(loaded)
  const saving = useMutation<PushPreferences, ApiError, Partial<PushPreferences>>({
    mutationKey,
    scope: { id: 'push-preferences' },
    mutationFn: (body) => call(updatePushPreferences, { body }),
    onSuccess: (preferences) => {
      saved.current = preferences
      client.setQueryData(
        apiQuery(getPushSettings, {}).queryKey,
        (known) => known && { ...known, preferences: asReceived(preferences) },
      )
      toast('Сохранено')
      // While a later change waits, this response lacks it.
      if (client.isMutating({ mutationKey }) > 1) return
      const changedElsewhere = changedPreferences(wanted.current, preferences)
      wanted.current = preferences
      if (Object.keys(changedElsewhere).length > 0) show(changedElsewhere)
    },
    onError: (cause, sent) => {
      // The notice may be out of sight, above the switch that goes back.
      toast(`Не сохранилось. ${failureText(cause)}`, 'error')
      const before = changedPreferences({ ...saved.current, ...sent }, saved.current)
      const changedAgain = changedPreferences({ ...wanted.current, ...sent }, wanted.current)
      wanted.current = { ...wanted.current, ...before, ...changedAgain }
      show(wanted.current)
    },
  })

  function save(values: PreferenceValues) {
    const isValid = PreferenceValues.safeParse(values).success
    const next = { ...toPreferences(values), ...(!isValid && { quiet_hours: wanted.current.quiet_hours }) }
    const changed = changedPreferences(wanted.current, next)
    if (Object.keys(changed).length === 0) return
    wanted.current = next
    saving.mutate(changed)
  }
  return [save, saving.error]
}
