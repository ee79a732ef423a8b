import { listPasskeys, type Passkey } from '@portal/contracts/passkey'
import { formatDay, toDay } from '@portal/shared/format/date'
import { apiQuery } from '@portal/shared/http/query'
import { useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { useSuspenseQuery } from '@portal/shared/query'
import { useToday } from '@portal/shared/session/today'
import { ButtonLink } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { useState } from 'react'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import { EditPasskey } from './edit-passkey.tsx'
import { NoPasskeys } from './no-passkeys.tsx'

const about = 'Вход по отпечатку или лицу вместо пароля. Ключом подтверждают и вывод денег — тогда код из СМС не нужен.'

function PasskeysPage() {
  return (
    <Panel>
      <QueryBoundary skeleton={<RowsSkeleton title="40%" subtitle="60%" />}>
        <Passkeys />
      </QueryBoundary>
    </Panel>
  )
}

export { PasskeysPage as Component }

function Passkeys() {
  const { data } = useSuspenseQuery(apiQuery(listPasskeys, {}))
  const hasPasskeys = useHasPasskeys()
  const today = useToday()
  const [edited, setEdited] = useState<Passkey | null>(null)
  const [openId, setOpenId] = useState<string | null>(null)

  if (data.items.length === 0) {
    return (
      <>
        <EmptyState icon="key" title="Ключей доступа пока нет" text={about} action={hasPasskeys && <AddButton />} />
        {!hasPasskeys && <NoPasskeys />}
      </>
    )
  }
  return (
    <>
      <p>{about}</p>
      <List label="Ключи доступа">
        {data.items.map((passkey) => (
          <ListRow
            key={passkey.id}
            leading={<Icon name="key" />}
            title={<NoBreak>{passkey.label}</NoBreak>}
            subtitle={formatUses(passkey, today)}
            hasChevron
            onClick={() => {
              setEdited(passkey)
              setOpenId(passkey.id)
            }}
          />
        ))}
      </List>
      {hasPasskeys ? <AddButton /> : <NoPasskeys />}
      {edited && (
        <EditPasskey
          key={edited.id}
          passkey={edited}
          open={openId === edited.id}
          // A response may come late, when another passkey is open.
          onClose={() => setOpenId((id) => (id === edited.id ? null : id))}
        />
      )}
    </>
  )
}

function AddButton() {
  return (
    <ButtonLink to="/settings/passkeys/add" full icon="key">
      Добавить ключ доступа
    </ButtonLink>
  )
}

/** «Добавлен 12.11.2026 · использован сегодня» */
function formatUses({ created_at, last_used_at }: Passkey, today: string): string {
  const day = (at: string) => formatDay(toDay(at), today).toLowerCase()
  const added = `Добавлен ${day(created_at)}`
  return last_used_at ? `${added} · использован ${day(last_used_at)}` : `${added} · ещё не использован`
}
