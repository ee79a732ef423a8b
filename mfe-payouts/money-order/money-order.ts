import type { MoneyOrder, NewPayout } from '@portal/contracts/new-payout'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { Payout } from '@portal/contracts/payout'
import { listPayoutMethods } from '@portal/contracts/payout-method'
import type { Proof } from '@portal/contracts/proof'
import { ApiError } from '@portal/shared/http/api-error'
import { invalidate } from '@portal/shared/http/query'
import { useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { findOrder } from './find-order.ts'
import {
  isCodeProblem,
  isPasskeyProblem,
  nextState,
  type OrderEvent,
  type OrderState,
  type Rejection,
  stateAfterReload,
} from './order-machine.ts'
import { sendOrder } from './send-order.ts'
import { keyFor, removeOrder, storedOrder, storeOrder } from './stored-order.ts'

export type MoneyOrderFlow = {
  state: OrderState
  /** The order may be confirmed by a passkey. */
  hasPasskey: boolean
  /** Called with the filled form: shows what is going to happen. */
  requestConfirmation(order: MoneyOrder): void
  confirm(): void
  dismiss(): void
  /**
   * Sends the order once, however often it is called.
   * @throws ApiError for what another code can mend
   */
  submit(code: string): Promise<void>
  /**
   * Sends the order signed by a passkey, instead of `confirm` and a code. `holdIfUnusual`: an operator decides instead
   * of a second confirmation.
   * @throws ApiError for what another signature can mend
   */
  sign(passkey: PasskeyAssertion, options?: { holdIfUnusual: boolean }): Promise<void>
  /** Opens the form again with the reason why no code or signature is requested for this order. */
  reject(rejection: Rejection): void
  recheck(): void
  restart(): void
}

/** Returns a user's order of a kind in this tab: through `order-machine`, with its key stored over reloads. */
export function useMoneyOrder(
  kind: MoneyOrder['kind'],
  userId: string,
  onCreated: (payout: Payout) => void,
): MoneyOrderFlow {
  // Requested here instead of in the sheet, so that it loads with the other data of the page.
  const hasPasskey = useOwnPasskey() ?? false
  const client = useQueryClient()
  const mutationKey = ['order', kind]
  const { mutateAsync } = useMutation({
    mutationKey,
    mutationFn: ({ body, key }: { body: NewPayout; key: string }) => sendOrder(body, key),
  })
  // True also if this page was left while it was sending, and opened again.
  const isSending = useSyncExternalStore(
    (listener) => client.getMutationCache().subscribe(listener),
    () => client.isMutating({ mutationKey }) > 0,
    () => false,
  )
  const [state, setState] = useState<OrderState>(() => stateAfterReload(storedOrder(kind, userId)))
  // Newer than the rendered state, so that the second of two clicks in one frame meets the state after the first.
  const current = useRef(state)

  function send(event: OrderEvent) {
    current.current = nextState(current.current, event)
    setState(current.current)
  }

  function reject(rejection: Rejection) {
    // The form shows the new fee.
    if (rejection.code === 'quote_changed') void invalidate(client, listPayoutMethods)
    send({ type: 'rejected', rejection })
  }

  function persist(sent: boolean) {
    const { current: now } = current
    if ('key' in now) storeOrder({ userId, order: now.order, key: now.key, sent })
  }

  function arrive(payout: Payout) {
    removeOrder(kind)
    onCreated(payout)
    send({ type: 'created', payoutId: payout.id })
  }

  const onSearched = useEffectEvent((found: Awaited<ReturnType<typeof findOrder>>) => {
    if (found === 'unknown') return send({ type: 'stalled' })
    if (found !== 'missing') return arrive(found)
    persist(false)
    send({ type: 'missed' })
  })

  const keyToFind = state.step === 'checking' && !state.stalled ? state.key : null
  useEffect(() => {
    // An order that is still being sent cannot be missing.
    if (keyToFind === null || isSending) return
    const unmounted = new AbortController()
    findOrder(keyToFind, unmounted.signal).then(onSearched, (cause) => {
      if (!unmounted.signal.aborted) throw cause
    })
    return () => unmounted.abort()
  }, [keyToFind, isSending])

  function confirm() {
    if (current.current.step !== 'confirming') return
    send({ type: 'confirmed', key: keyFor(current.current.order, storedOrder(kind, userId)) })
    persist(false)
  }

  async function submit(code: string) {
    if (current.current.step === 'coding') await sendConfirmed({ type: 'submitted' }, { code })
  }

  async function sign(passkey: PasskeyAssertion, { holdIfUnusual = false } = {}) {
    if (current.current.step !== 'confirming') return
    const key = keyFor(current.current.order, storedOrder(kind, userId))
    await sendConfirmed({ type: 'signed', key }, { passkey, ...(holdIfUnusual && { hold_if_unusual: true }) })
  }

  async function sendConfirmed(event: OrderEvent, proof: Proof & Pick<NewPayout, 'hold_if_unusual'>) {
    send(event)
    if (current.current.step !== 'sending') return
    const { order, key } = current.current
    // Stored before the call, so that a reload searches for the order instead of starting again.
    persist(true)
    const body = { ...order, ...proof } as NewPayout
    const sent = await mutateAsync({ body, key }).catch((rejection: ApiError) => rejection)
    if (sent === 'unknown') return send({ type: 'responseLost' })
    if (!(sent instanceof ApiError)) return arrive(sent)
    persist(false)
    reject(sent.problem)
    if (isCodeProblem(sent) || isPasskeyProblem(sent)) throw sent
  }

  return {
    state,
    hasPasskey,
    requestConfirmation: (order) => send({ type: 'filled', order }),
    confirm,
    dismiss: () => send({ type: 'dismissed' }),
    submit,
    sign,
    reject,
    recheck: () => send({ type: 'rechecked' }),
    restart: () => send({ type: 'restarted' }),
  }
}
