import { changeReleases, getReleaseGraph, getReleases, type ReleasedPackage } from '@portal/contracts/release'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TextField } from '@portal/shared/forms/text-field'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import * as z from '@portal/shared/zod'
import styles from './change-form.module.css'
import { type Change, changeTexts } from './changes.ts'

const percents = ['1', '5', '10', '25', '50'].map((value) => ({ value, label: `${value}\u00A0% браузеров` }))

const errorTexts = {
  releases_changed: 'Пока вы смотрели, релизы изменились. Список уже обновлён: проверьте его и повторите.',
  releases_read_only: 'Этот сервер портала не может менять релизы: нет ключа подписи.',
  not_found: 'Этого релиза в хранилище больше нет.',
  incompatible_releases: ({ reason }) => `Портал сломался бы, поэтому ничего не изменилось. ${reason ?? ''}`,
} satisfies FailureTexts

type ChangeFormProps = {
  released: ReleasedPackage
  change: Change
  sequence: number
  onDone: () => void
  onKeep: () => void
}

/** The question before what people see is changed: the name of the package is typed. */
export function ChangeForm({ released, change, sequence, onDone, onKeep }: ChangeFormProps) {
  const { name, canary } = released
  const { kind, version } = change
  const Confirmation = z.object({
    name: z.string().check(z.refine((text) => text.trim() === name, `Введите ${name}`)),
    percent: z.string(),
  })
  const percent = canary && percents.find(({ value }) => Number(value) > canary.percent)?.value
  const form = useZodForm(Confirmation, { defaultValues: { name: '', percent: percent ?? '10' } })
  const client = useQueryClient()

  async function confirm(values: z.infer<typeof Confirmation>) {
    const share = kind === 'canary' ? { percent: Number(values.percent) } : {}
    try {
      await call(changeReleases, { body: { sequence, name, kind, version, ...share } })
    } finally {
      // Also after a failure: the response may be lost and the change made, or another one was first.
      await invalidate(client, getReleases, getReleaseGraph)
    }
    toast(changeTexts[kind].done)
    onDone()
  }

  return (
    <Form form={form} onSubmit={confirm} errorTexts={errorTexts}>
      <ul className={styles.facts}>
        {factsOf(released, change).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {kind === 'canary' && <DropdownField name="percent" label="Доля браузеров" options={percents} />}
      <TextField name="name" label={`Введите ${name}, чтобы подтвердить`} autoComplete="off" />
      <div className={styles.answers}>
        <Button full variant="secondary" onClick={onKeep}>
          Оставить
        </Button>
        <SubmitButton variant={kind === 'rollback' || kind === 'end_canary' ? 'danger' : 'primary'}>
          {submitTexts[kind]}
        </SubmitButton>
      </div>
    </Form>
  )
}

const submitTexts = {
  promote: 'Показать всем',
  rollback: 'Откатить',
  canary: 'Начать',
  end_canary: 'Снять',
} as const satisfies Record<Change['kind'], string>

function factsOf({ current, canary }: ReleasedPackage, { kind, version }: Change): string[] {
  const later = 'Открытые страницы получат это, когда их обновят.'
  switch (kind) {
    case 'promote':
      return [`Вместо ${current.version} все увидят ${version}.`, `${current.version} останется для отката.`, later]
    case 'rollback':
      return [`Вместо ${current.version} все увидят ${version}.`, `${current.version} будет снята.`, later]
    case 'canary':
      return [
        `Часть браузеров увидит ${version}, остальные — ${current.version}.`,
        'Если сбоев у неё больше, портал снимет её сам.',
        ...(canary ? [`Сейчас её видят ${canary.percent}\u00A0% браузеров.`] : []),
      ]
    case 'end_canary':
      return [`Все увидят ${current.version}, а ${version} будет снята.`, later]
  }
}
