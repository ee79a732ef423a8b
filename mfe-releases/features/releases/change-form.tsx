import { listPasskeys } from '@portal/contracts/passkey'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import {
  changeReleases,
  getReleaseGraph,
  getReleases,
  type ReleaseChange,
  type ReleasedPackage,
  startReleaseChange,
} from '@portal/contracts/release'
import type { FailureTexts } from '@portal/shared/format/failure-text'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { signByPasskey, useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { useQuery, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button, ButtonLink } from '@portal/shared/ui/button'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import { type Change, changeTexts } from './changes.ts'
import styles from './releases.module.css'

const percents = ['1', '5', '10', '25', '50'].map((value) => ({ value, label: `${value}\u00A0% браузеров` }))

const errorTexts = {
  releases_changed: 'Пока вы смотрели, релизы изменились. Список уже обновлён: проверьте его и повторите.',
  releases_read_only: 'Этот сервер портала не может менять релизы: нет ключа подписи.',
  not_found: 'Этого релиза в хранилище больше нет.',
  incompatible_releases: ({ reason }) => `Портал сломался бы, поэтому ничего не изменилось. ${reason ?? ''}`,
  no_passkeys: 'Ключей доступа больше нет. Добавьте ключ в настройках.',
} satisfies FailureTexts

type ChangeFormProps = {
  released: ReleasedPackage
  change: Change
  sequence: number
  onDone: () => void
  onKeep: () => void
}

/**
 * Asks before a change of what users see. A passkey signs exactly what is written here, because a session is not
 * enough.
 */
export function ChangeForm({ released, change, sequence, onDone, onKeep }: ChangeFormProps) {
  const { name, canary } = released
  const { kind, version } = change
  const next = canary && percents.find(({ value }) => Number(value) > canary.percent)
  const [percent, setPercent] = useState<string>(next?.value ?? '10')
  const client = useQueryClient()
  const canSign = useHasPasskeys()
  const { data } = useQuery({ ...apiQuery(listPasskeys, {}), enabled: canSign, retry: false })
  const hasNoPasskey = !canSign || data?.items.length === 0
  const body: ReleaseChange = { sequence, name, kind, version, ...(kind === 'canary' && { percent: Number(percent) }) }

  async function makeChange(passkey: PasskeyAssertion) {
    try {
      await call(changeReleases, { body: { ...body, passkey } })
    } finally {
      // Runs even after a failure: the response may be lost although the change was made, or another change came first.
      await invalidate(client, getReleases, getReleaseGraph)
    }
    toast(changeTexts[kind].done)
    onDone()
  }

  return (
    <div className={styles.question}>
      <ul className={styles.facts}>
        {changeFacts(released, change).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {kind === 'canary' && (
        <Dropdown
          label="Доля браузеров"
          value={percent}
          options={percents}
          onChange={(value) => setPercent(value ?? percent)}
        />
      )}
      {hasNoPasskey ? (
        <NoPasskey canAdd={canSign} />
      ) : (
        <PasskeyButton
          variant={kind === 'rollback' || kind === 'end_canary' ? 'danger' : 'primary'}
          prompt={async (left) => signByPasskey(await call(startReleaseChange, { body }), left)}
          onSigned={makeChange}
          errorTexts={errorTexts}
        >
          {submitTexts[kind](name, version)}
        </PasskeyButton>
      )}
      <Button full variant="secondary" onClick={onKeep}>
        Оставить
      </Button>
    </div>
  )
}

function NoPasskey({ canAdd }: { canAdd: boolean }) {
  if (!canAdd)
    return <Notice tone="info">Релизы меняют только с ключом доступа, а этот браузер с ними не работает.</Notice>
  return (
    <>
      <Notice tone="info">Релизы меняют только с ключом доступа, а у вас его ещё нет.</Notice>
      <ButtonLink full to="/settings/passkeys/add" icon="key">
        Добавить ключ доступа
      </ButtonLink>
    </>
  )
}

const submitTexts = {
  promote: (name, version) => `Показать всем ${name} ${version}`,
  rollback: (name, version) => `Вернуть ${name} на ${version}`,
  canary: (name, version) => `Начать канарейку ${name} ${version}`,
  end_canary: (name, version) => `Снять канарейку ${name} ${version}`,
} as const satisfies Record<Change['kind'], (name: string, version: string) => string>

function changeFacts({ current, canary }: ReleasedPackage, { kind, version }: Change): string[] {
  const later = 'Открытые страницы получат это, когда их обновят.'
  switch (kind) {
    case 'promote':
      return [`Вместо ${current.version} все увидят ${version}.`, `${current.version} останется для отката.`, later]
    case 'rollback':
      return [`Вместо ${current.version} все увидят ${version}.`, `${current.version} будет снята.`, later]
    case 'canary':
      return [
        `Часть браузеров увидит ${version}, остальные — ${current.version}.`,
        'Если сбоев у неё больше, чем у нынешней, портал снимет её сам.',
        ...(canary ? [`Сейчас её видят ${canary.percent}\u00A0% браузеров.`] : []),
      ]
    case 'end_canary':
      return [`Все увидят ${current.version}, а ${version} будет снята.`, later]
  }
}
