import type { Elements } from '@portal/shared/elements'
import { PasskeyButton } from '@portal/shared/forms/passkey-button'
import { useHasPasskeys } from '@portal/shared/passkeys/prompt'
import { type Query, useQueryClient } from '@portal/shared/query'
import { Notice } from '@portal/shared/ui/notice'
import { Panel } from '@portal/shared/ui/panel'
import { useEffect, useState } from 'react'
import { errorTexts } from '../change/error-texts.ts'
import styles from '../operator.module.css'
import { needsPasskey, openAccess } from './use-access.ts'

/**
 * A page of operators. The API answers an account for an hour after its passkey has signed in this session; before that
 * the page asks for the passkey. What is already on the page stays there when the hour ends, and is not read again
 * until the passkey has signed once more.
 */
export function OperatorPage({ children }: { children: Elements }) {
  const client = useQueryClient()
  const [access, setAccess] = useState<'open' | 'over' | 'closed'>('open')
  // An earlier page may have failed, and its passkey may have signed since.
  const [earlierErrors] = useState(
    () =>
      new Set(
        client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.error),
      ),
  )
  useEffect(() => {
    const cache = client.getQueryCache()
    function noteFailure({ state: { data, error } }: Query): void {
      if (!needsPasskey(error) || earlierErrors.has(error)) return
      setAccess((before) => (data === undefined || before === 'closed' ? 'closed' : 'over'))
    }
    // React shows a page up to 300 ms after its first reads have begun. They may have failed meanwhile.
    for (const query of cache.getAll()) noteFailure(query)
    return cache.subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') noteFailure(event.query)
    })
  }, [client, earlierErrors])

  function reopen() {
    setAccess('open')
    if (access === 'over') void client.invalidateQueries()
  }

  return (
    <div className={styles.page}>
      {access === 'over' && <Access text="Прошёл час, данные больше не обновляются." onOpened={reopen} />}
      {access === 'closed' ? <Access text={openingText} onOpened={reopen} /> : children}
    </div>
  )
}

const openingText =
  'Здесь видны данные людей и деньги, поэтому страницы оператора открывает ключ доступа. Этого хватит на час.'

function Access({ text, onOpened }: { text: string; onOpened: () => void }) {
  const canSign = useHasPasskeys()
  return (
    <Panel title="Подтвердите, что это вы">
      <p>{text}</p>
      {canSign ? (
        <PasskeyButton prompt={openAccess} onSigned={async () => onOpened()} errorTexts={errorTexts}>
          Подтвердить ключом
        </PasskeyButton>
      ) : (
        <Notice tone="info">Этот браузер не работает с ключами доступа. Откройте страницу в другом.</Notice>
      )}
    </Panel>
  )
}
