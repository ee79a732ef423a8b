import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { MoneyOrder, NewPayout, Payout } from '@portal/contracts/payout'
import type { Proof } from '@portal/contracts/proof'
import { ApiError } from '@portal/shared/http/api-error'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findOrder } from './find-order.ts'
import { forgetOrder, keepOrder, keptOrder, keyFor } from './kept-order.ts'
import {
  isCodeProblem,
  isPasskeyProblem,
  nextState,
  type OrderEvent,
  type OrderState,
  type Refusal,
  stateAfterReload,
} from './order-machine.ts'
import { sendOrder } from './send-order.ts'

export type MoneyOrderFlow = {
  state: OrderState
  /** The form is filled: show what is going to happen. */
  ask(order: MoneyOrder): void
  confirm(): void
  dismiss(): void
  /** Sends the order once, however often it is called. @throws ApiError for what another code can mend */
  submit(code: string): Promise<void>
  /**
   * The same by a passkey, instead of `confirm` and a code. `holdIfUnusual`: an operator decides instead of another
   * confirmation. @throws ApiError for what another signature can mend
   */
  sign(passkey: PasskeyAssertion, options?: { holdIfUnusual: boolean }): Promise<void>
  /** No code or signature is asked for this order: the form is open again and says why. */
  refuse(refusal: Refusal): void
  recheck(): void
  restart(): void
}

/** One person's order of a kind in this tab: through `order-machine`, with its key kept through reloads. */
export function useMoneyOrder(
  kind: MoneyOrder['kind'],
  userId: string,
  onCreated: (payout: Payout) => void,
): MoneyOrderFlow {
  const [state, setState] = useState<OrderState>(() => stateAfterReload(keptOrder(kind, userId)))
  // Ahead of the rendered state, so that the second of two clicks in one frame meets the state after the first.
  const current = useRef(state)

  function send(event: OrderEvent) {
    current.current = nextState(current.current, event)
    setState(current.current)
  }

  function keep(sent: boolean) {
    const { current: now } = current
    if ('key' in now) keepOrder({ userId, order: now.order, key: now.key, sent })
  }

  function arrive(payout: Payout) {
    forgetOrder(kind)
    onCreated(payout)
    send({ type: 'created', payoutId: payout.id })
  }

  const onLooked = useEffectEvent((found: Awaited<ReturnType<typeof findOrder>>) => {
    if (found === 'unknown') return send({ type: 'stalled' })
    if (found !== 'missing') return arrive(found)
    keep(false)
    send({ type: 'missed' })
  })

  const keyToFind = state.step === 'checking' && !state.stalled ? state.key : null
  useEffect(() => {
    if (keyToFind === null) return
    const left = new AbortController()
    findOrder(keyToFind, left.signal).then(onLooked, (cause) => {
      if (!left.signal.aborted) throw cause
    })
    return () => left.abort()
  }, [keyToFind])

  function confirm() {
    if (current.current.step !== 'confirming') return
    send({ type: 'confirmed', key: keyFor(current.current.order, keptOrder(kind, userId)) })
    keep(false)
  }

  async function submit(code: string) {
    if (current.current.step === 'coding') await sendConfirmed({ type: 'submitted' }, { code })
  }

  async function sign(passkey: PasskeyAssertion, { holdIfUnusual = false } = {}) {
    if (current.current.step !== 'confirming') return
    const key = keyFor(current.current.order, keptOrder(kind, userId))
    await sendConfirmed({ type: 'signed', key }, { passkey, ...(holdIfUnusual && { hold_if_unusual: true }) })
  }

  async function sendConfirmed(event: OrderEvent, proof: Proof & Pick<NewPayout, 'hold_if_unusual'>) {
    send(event)
    if (current.current.step !== 'sending') return
    const { order, key } = current.current
    // Before the call: a reload from here on asks after the order instead of starting anew.
    keep(true)
    const sent = await sendOrder({ ...order, ...proof } as NewPayout, key).catch((refusal: ApiError) => refusal)
    if (sent === 'unknown') return send({ type: 'lost' })
    if (!(sent instanceof ApiError)) return arrive(sent)
    keep(false)
    send({ type: 'refused', refusal: sent.problem })
    if (isCodeProblem(sent) || isPasskeyProblem(sent)) throw sent
  }

  return {
    state,
    ask: (order) => send({ type: 'asked', order }),
    confirm,
    dismiss: () => send({ type: 'dismissed' }),
    submit,
    sign,
    refuse: (refusal) => send({ type: 'refused', refusal }),
    recheck: () => send({ type: 'rechecked' }),
    restart: () => send({ type: 'restarted' }),
  }
}
