import type { MoneyOrder, OrderToConfirm } from '@portal/contracts/new-payout'
import { UserCodeStep } from '@portal/shared/confirm/user-code-step'
import type { Elements } from '@portal/shared/elements'
import { PasskeyOrCode } from '@portal/shared/forms/passkey-or-code'
import type { ApiError } from '@portal/shared/http/api-error'
import { useOnline } from '@portal/shared/http/online'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { ConfirmAgain } from './confirm-again.tsx'
import type { MoneyOrderFlow } from './money-order.ts'
import styles from './money-order-sheet.module.css'
import { OrderCheck } from './order-check.tsx'
import type { OrderState } from './order-machine.ts'
import { RejectionNotice } from './rejection-notice.tsx'
import { WithoutPhone } from './without-phone.tsx'

type MoneyOrderSheetProps = {
  flow: MoneyOrderFlow
  title: string
  /** The summary to be confirmed: what goes where, and from which restaurant. */
  summary: (order: MoneyOrder) => Elements
  /** The summary in one line, because at the code the keyboard of a phone covers half of the screen. */
  brief: (order: MoneyOrder) => ReactNode
  /** Returns the label of the button that sends the money: «Вывести 500 ₽». */
  submitLabel: (order: MoneyOrder) => string
}

/** Confirms an order by a passkey, or by a code from an SMS; closing it, or going back, returns to the filled form. */
export function MoneyOrderSheet(props: MoneyOrderSheetProps) {
  const { flow, title, summary, brief } = props
  const { hasPasskey } = flow
  const opened = inSheet(flow.state)
  const open = opened !== null
  // The last content stays visible while the sheet slides out.
  const [shown, setShown] = useState(opened)
  if (opened && shown !== opened) setShown(opened)

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && flow.dismiss()}
      title={shown?.again ? 'Подтвердите ещё раз' : title}
    >
      {shown && (
        <div className={styles.content}>
          {isConfirming(shown) ? (
            <>
              {shown.again && <ConfirmAgain kind={shown.order.kind} first={shown.again} hasPasskey={hasPasskey} />}
              {summary(shown.order)}
              <ConfirmStep flow={flow} state={shown} hasPasskey={hasPasskey} />
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

/** Moves the focus to the sheet from one of its buttons that is about to be unmounted. */
export function focusSheet(button: HTMLElement): void {
  button.closest<HTMLElement>('[role="dialog"]')?.focus()
}

/** The id of the note, which also says why the buttons are disabled. */
const NOTE_ID = 'confirm-closed-because'

type ConfirmStepProps = { flow: MoneyOrderFlow; state: ConfirmingState; hasPasskey: boolean }

function ConfirmStep({ flow, state, hasPasskey }: ConfirmStepProps) {
  const isOnline = useOnline()
  const isChecking = state.step === 'checking'
  const isClosed = !isOnline || isChecking
  // A second signature of the same finger would prove nothing new.
  const canUsePasskey = hasPasskey && state.again !== 'passkey'
  const note: Elements = (
    <p id={NOTE_ID} className={styles.reason} role="status">
      {isOnline ? wayText(canUsePasskey, state) : 'Нет соединения с интернетом'}
    </p>
  )

  function confirm({ currentTarget: button }: MouseEvent<HTMLElement>) {
    // If the button had the focus, the sheet would move the focus a moment later and take it from the code.
    focusSheet(button)
    flow.confirm()
  }

  return (
    <>
      {state.step === 'confirming' && <RejectionNotice rejection={state.rejection} />}
      {isChecking && <OrderCheck flow={flow} isStalled={state.isStalled} />}
      <div className={styles.actions}>
        {canUsePasskey ? (
          <PasskeyOrCode
            request={{ order: toConfirm(state.order) }}
            disabled={isClosed}
            aria-describedby={NOTE_ID}
            onSigned={(passkey) => flow.sign(passkey)}
            onCode={confirm}
            onRejected={(rejection) => rejectOrder(flow, rejection)}
            note={note}
          />
        ) : (
          <>
            <Button full disabled={isClosed || state.step === 'sending'} aria-describedby={NOTE_ID} onClick={confirm}>
              {state.again === 'code' ? 'Получить новый код' : 'Получить код'}
            </Button>
            {note}
          </>
        )}
        {hasPasskey && state.again === 'passkey' && (
          <WithoutPhone
            order={toConfirm(state.order)}
            disabled={isClosed}
            onSigned={(passkey) => flow.sign(passkey, { holdIfUnusual: true })}
            onRejected={(rejection) => rejectOrder(flow, rejection)}
          />
        )}
        <Button full variant="ghost" onClick={flow.dismiss}>
          Изменить
        </Button>
      </div>
    </>
  )
}

/** How the order is confirmed by the first button. */
function wayText(canUsePasskey: boolean, { again }: ConfirmingState): string {
  if (canUsePasskey) return 'Отпечаток или лицо вместо кода из СМС'
  return again === 'code' ? 'Пришлём ещё один код по СМС' : 'Пришлём код по СМС'
}

type CodeStepProps = Pick<MoneyOrderSheetProps, 'flow' | 'submitLabel'> & {
  state: Extract<OrderState, { key: string }>
}

function CodeStep({ flow, state, submitLabel }: CodeStepProps) {
  const isOnline = useOnline()
  return (
    <>
      {state.step === 'coding' && <RejectionNotice rejection={state.rejection} />}
      {state.step === 'coding' && !isOnline && <Notice tone="info">Нет соединения с интернетом</Notice>}
      {state.step === 'checking' && <OrderCheck flow={flow} isStalled={state.isStalled} />}
      {/* The step stays while the order is searched for, with the code that was typed: it may be needed again. */}
      <fieldset disabled={state.step === 'checking' || !isOnline}>
        <UserCodeStep
          request={{ order: toConfirm(state.order) }}
          onSubmit={(code) => flow.submit(code)}
          onRejected={(rejection) => rejectOrder(flow, rejection)}
          submitLabel={submitLabel(state.order)}
        />
      </fieldset>
    </>
  )
}

/** A code or a signature is requested only for an order that the rules allow: else the order has to change. */
function rejectOrder(flow: MoneyOrderFlow, { status, problem }: ApiError): void {
  if ([403, 404, 422].includes(status)) flow.reject(problem)
}

/** The comment is the sender's words to the recipient, not what a code confirms. */
function toConfirm({ comment: _, ...order }: MoneyOrder): OrderToConfirm {
  return order
}

type ConfirmingState = Extract<OrderState, { step: 'confirming' }> | Extract<OrderState, { isSigned?: true }>

/** The passkey button stays while the signed order is being sent. */
function isConfirming(state: NonNullable<ReturnType<typeof inSheet>>): state is ConfirmingState {
  return state.step === 'confirming' || (state.step !== 'coding' && state.isSigned === true)
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
