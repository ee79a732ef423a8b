import { listColleagues } from '@portal/contracts/colleague'
import type { MoneyOrder, NewPayout } from '@portal/contracts/new-payout'
import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import type { Payout } from '@portal/contracts/payout'
import type { Proof } from '@portal/contracts/proof'
import { ApiError } from '@portal/shared/http/api-error'
import { invalidate } from '@portal/shared/http/query'
import { moneyMoved } from '@portal/shared/order-details/live-payout'
import { useHasNoPasskey, useOwnPasskey } from '@portal/shared/passkeys/own-passkeys'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { useSession } from '@portal/shared/session/store'
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
  /** Why the filled form is open again. */
  rejection: Rejection | undefined
  /** The order is sent or searched for while its sheet is not open, and the page shows that instead of the form. */
  isPendingOnPage: boolean
  /** The order may be confirmed by a passkey. */
  hasPasskey: boolean
  /** It is known that only a code can confirm the order. */
  hasNoPasskey: boolean
  /** Called with the filled form, and again for another method: shows what is going to happen. */
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

/**
 * Returns the signed-in user's order of a kind in this tab: through `order-machine`, with its key stored over reloads.
 */
export function useMoneyOrder(kind: MoneyOrder['kind'], onCreated: (payout: Payout) => void): MoneyOrderFlow {
  const userId = useSession(({ user }) => user?.id ?? '')
  // Requested here instead of in the sheet, so that it loads with the other data of the page.
  const hasPasskey = useOwnPasskey() ?? false
  const hasNoPasskey = useHasNoPasskey()
  const order = useOrderState(kind, userId)
  const { sendConfirmed, reject } = useConfirmedOrder({ kind, order, onCreated })

  function confirm() {
    const now = order.latest()
    if (now.step !== 'confirming') return
    order.dispatch({ type: 'confirmed', key: keyFor(now.order, storedOrder(kind, userId)) })
    order.store({ sent: false })
  }

  async function submit(code: string) {
    if (order.latest().step === 'coding') await sendConfirmed({ type: 'submitted' }, { code })
  }

  async function sign(passkey: PasskeyAssertion, { holdIfUnusual = false } = {}) {
    const now = order.latest()
    if (now.step !== 'confirming') return
    const key = keyFor(now.order, storedOrder(kind, userId))
    await sendConfirmed({ type: 'signed', key }, { passkey, ...(holdIfUnusual && { hold_if_unusual: true }) })
  }

  const { state } = order
  return {
    state,
    rejection: state.step === 'editing' ? state.rejection : undefined,
    isPendingOnPage: (state.step === 'sending' || state.step === 'checking') && !state.open,
    hasPasskey,
    hasNoPasskey,
    requestConfirmation: (filled) => order.dispatch({ type: 'filled', order: filled }),
    confirm,
    dismiss: () => order.dispatch({ type: 'dismissed' }),
    submit,
    sign,
    reject,
    recheck: () => order.dispatch({ type: 'rechecked' }),
    restart: () => order.dispatch({ type: 'restarted' }),
  }
}

type CurrentOrder = ReturnType<typeof useOrderState>

/** The state of the order. `store` keeps an order that has a key for a reload. */
function useOrderState(kind: MoneyOrder['kind'], userId: string) {
  const [state, setState] = useState<OrderState>(() => stateAfterReload(storedOrder(kind, userId)))
  // Newer than the rendered state, so that the second of two clicks in one frame meets the state after the first.
  const newest = useRef(state)

  function latest(): OrderState {
    return newest.current
  }

  function dispatch(event: OrderEvent) {
    newest.current = nextState(newest.current, event)
    setState(newest.current)
  }

  function store({ sent }: { sent: boolean }) {
    const now = latest()
    if ('key' in now) storeOrder({ userId, order: now.order, key: now.key, sent })
  }

  return { state, latest, dispatch, store }
}

type ConfirmedOrder = { kind: MoneyOrder['kind']; order: CurrentOrder; onCreated: (payout: Payout) => void }

/** Sends an order that the user has confirmed, and follows what the server makes of it. */
function useConfirmedOrder({ kind, order, onCreated }: ConfirmedOrder) {
  const client = useQueryClient()
  const { send, isSending } = useOrderRequest(kind)
  useLostOrderSearch({ order, isSending, onFound: arrive })

  function arrive(payout: Payout) {
    removeOrder(kind)
    onCreated(payout)
    order.dispatch({ type: 'created', payoutId: payout.id })
  }

  function reject(rejection: Rejection) {
    // The form shows the new fee, the limit or the balance.
    if (['quote_changed', 'limit_exceeded', 'insufficient_funds'].includes(rejection.code)) void moneyMoved(client)
    // The form no longer offers a colleague who has left.
    if (kind !== 'payout' && rejection.code === 'not_found') void invalidate(client, listColleagues)
    order.dispatch({ type: 'rejected', rejection })
  }

  async function sendConfirmed(event: OrderEvent, proof: Proof & Pick<NewPayout, 'hold_if_unusual'>) {
    order.dispatch(event)
    const now = order.latest()
    if (now.step !== 'sending') return
    // Stored before the call, so that a reload searches for the order instead of starting again.
    order.store({ sent: true })
    const body = { ...now.order, ...proof } as NewPayout
    const response = await send({ body, key: now.key }).catch((rejection: ApiError) => rejection)
    if (response === 'unknown') return order.dispatch({ type: 'responseLost' })
    if (!(response instanceof ApiError)) return arrive(response)
    order.store({ sent: false })
    reject(response.problem)
    if (isCodeProblem(response) || isPasskeyProblem(response)) throw response
  }

  return { sendConfirmed, reject }
}

function useOrderRequest(kind: MoneyOrder['kind']) {
  const client = useQueryClient()
  const mutationKey = ['order', kind]
  const { mutateAsync: send } = useMutation({
    mutationKey,
    mutationFn: ({ body, key }: { body: NewPayout; key: string }) => sendOrder(body, key),
  })
  // True also if this page was left while it was sending, and opened again.
  const isSending = useSyncExternalStore(
    (listener) => client.getMutationCache().subscribe(listener),
    () => client.isMutating({ mutationKey }) > 0,
    () => false,
  )
  return { send, isSending }
}

type LostOrderSearch = { order: CurrentOrder; isSending: boolean; onFound: (payout: Payout) => void }

/** Searches for an order whose response was lost, as long as it is unknown whether the server has it. */
function useLostOrderSearch({ order, isSending, onFound }: LostOrderSearch): void {
  const { state, dispatch, store } = order
  const onSearched = useEffectEvent((found: Awaited<ReturnType<typeof findOrder>>) => {
    if (found === 'unknown') return dispatch({ type: 'stalled' })
    if (found !== 'missing') return onFound(found)
    store({ sent: false })
    dispatch({ type: 'missed' })
  })

  const keyToFind = state.step === 'checking' && !state.isStalled ? state.key : null
  useEffect(() => {
    // An order that is still being sent cannot be missing.
    if (keyToFind === null || isSending) return
    const unmounted = new AbortController()
    findOrder(keyToFind, unmounted.signal).then(onSearched, (cause) => {
      if (!unmounted.signal.aborted) throw cause
    })
    return () => unmounted.abort()
  }, [keyToFind, isSending])
}
