import { sendOtpToUser } from '@portal/shared/contracts/otp'
import type { MoneyOrder, OrderToConfirm } from '@portal/shared/contracts/payout'
import { OtpStep } from '@portal/shared/forms/otp-step'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { MoneyOrderFlow } from './money-order.ts'
import styles from './money-order-sheet.module.css'
import { OrderCheck } from './order-check.tsx'
import type { OrderState } from './order-machine.ts'

type MoneyOrderSheetProps = {
  flow: MoneyOrderFlow
  userId: string
  title: string
  /** What goes where, and from which restaurant, to be confirmed. */
  summary: (order: MoneyOrder) => ReactNode
  /** The same in a line: at the code a phone's keyboard takes half of the screen. */
  brief: (order: MoneyOrder) => ReactNode
  /** Of the button that sends the money: «Вывести 500 ₽». */
  submitLabel: (order: MoneyOrder) => string
}

/** Confirm, then the code by SMS; closing it, or going back, returns to the filled form. */
export function MoneyOrderSheet(props: MoneyOrderSheetProps) {
  const { flow, title, summary, brief } = props
  const opened = inSheet(flow.state)
  const open = opened !== null
  // What was last to be seen stays while the sheet slides away.
  const [shown, setShown] = useState(opened)
  if (opened && shown !== opened) setShown(opened)

  return (
    <Sheet open={open} onOpenChange={(next) => !next && flow.dismiss()} title={title}>
      {shown && (
        <div className={styles.content}>
          {shown.step === 'confirming' ? (
            <>
              {summary(shown.order)}
              <ConfirmStep flow={flow} />
            </>
          ) : (
            <>
              <p>{brief(shown.order)}</p>
              <CodeStep {...props} state={shown} />
            </>
          )}
        </div>
      )}
    </Sheet>
  )
}

function ConfirmStep({ flow }: { flow: MoneyOrderFlow }) {
  const online = useOnline()

  function confirm({ currentTarget: button }: MouseEvent<HTMLElement>) {
    // The button is about to go. With the focus on it the sheet would take that back a moment later, from the code.
    button.closest<HTMLElement>('[role="dialog"]')?.focus()
    flow.confirm()
  }

  return (
    <div className={styles.actions}>
      <Button full disabled={!online} aria-describedby="confirm-closed-because" onClick={confirm}>
        Подтвердить
      </Button>
      <p id="confirm-closed-because" className={styles.reason} role="status">
        {online ? 'Пришлём код по СМС' : 'Нет соединения с интернетом'}
      </p>
      <Button full variant="ghost" onClick={flow.dismiss}>
        Изменить
      </Button>
    </div>
  )
}

type CodeStepProps = Pick<MoneyOrderSheetProps, 'flow' | 'userId' | 'submitLabel'> & {
  state: Extract<OrderState, { key: string }>
}

function CodeStep({ flow, state, userId, submitLabel }: CodeStepProps) {
  const online = useOnline()

  async function sendCode() {
    try {
      return await call(sendOtpToUser, { params: { id: userId }, body: { order: toConfirm(state.order) } })
    } catch (cause) {
      if (cause instanceof ApiError && rejectsOrder.includes(cause.status)) flow.refuse(cause.problem)
      throw cause
    }
  }

  return (
    <>
      {state.step === 'coding' && state.refusal && (
        <Notice tone="error" title="Заявка не создана, деньги не списаны">
          Ответ не пришёл, мы проверили: её нет на сервере. Можно отправить ещё раз.
        </Notice>
      )}
      {state.step === 'coding' && !online && <Notice tone="info">Нет соединения с интернетом</Notice>}
      {state.step === 'checking' && <OrderCheck flow={flow} stalled={state.stalled} />}
      {/* The step stays while the order is looked for, with the code that was typed: it may be needed again. */}
      <fieldset disabled={state.step === 'checking' || !online}>
        <OtpStep send={sendCode} onSubmit={flow.submit} submitLabel={submitLabel(state.order)} />
      </fieldset>
    </>
  )
}

/** A code is sent only for an order that the rules allow: then it is the order that has to change. */
const rejectsOrder = [403, 404, 422]

/** The comment is the sender's words to the recipient, not what a code confirms. */
function toConfirm({ comment: _, ...order }: MoneyOrder): OrderToConfirm {
  return order
}

function inSheet(state: OrderState) {
  switch (state.step) {
    case 'confirming':
    case 'coding':
      return state
    case 'sending':
    case 'checking':
      return state.open ? state : null
    default:
      return null
  }
}
