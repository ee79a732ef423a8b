import { storeCardNumber, type VaultCard } from '@portal/contracts/vault'
import { CardField, CardNumber } from '@portal/shared/forms/card-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import styles from './card-form-page.module.css'
import { embeddingSite } from './embedding-site.ts'

const CardOnly = z.object({ number: CardNumber })

/**
 * The bare card form, as a page or in a frame of an allowed site. It needs no session, which a frame of another site
 * would not have: the vault issues a token to anyone, and the token by itself allows nothing.
 */
function CardFormPage() {
  const [card, setCard] = useState<VaultCard | null>(null)
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>Карта для вывода чаевых</h1>
      {card ? <StoredCard card={card} onRestart={() => setCard(null)} /> : <NumberForm onStored={setCard} />}
    </main>
  )
}

export { CardFormPage as Component }

function NumberForm({ onStored }: { onStored: (card: VaultCard) => void }) {
  const form = useZodForm(CardOnly, { defaultValues: { number: '' } })

  async function store(body: z.infer<typeof CardOnly>) {
    const card = await call(storeCardNumber, { body })
    embeddingSite()?.send({ type: 'card-token', token: card.card_token, mask: card.mask, network: card.network })
    onStored(card)
  }

  return (
    <Form form={form} onSubmit={store} errorTexts={{ card_invalid: 'Проверьте номер карты' }}>
      <CardField name="number" label="Номер карты" hint="Срок действия и код с обратной стороны не нужны" />
      <SubmitButton>Продолжить</SubmitButton>
    </Form>
  )
}

function StoredCard({ card, onRestart }: { card: VaultCard; onRestart: () => void }) {
  return (
    <div className={styles.stored}>
      <Notice tone="success" title={<NoBreak>{card.mask}</NoBreak>}>
        {embeddingSite()
          ? 'Карта передана. Номер остался в защищённом хранилище.'
          : 'Карта принята, её номер зашифрован.'}
      </Notice>
      <Button full variant="secondary" onClick={onRestart}>
        Другая карта
      </Button>
    </div>
  )
}
