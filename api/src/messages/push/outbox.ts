import type { Db } from '../../db/connect.ts'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import { MAX_ATTEMPTS, RETRY_DELAYS_SECONDS } from '../../jobs/retries.ts'
import { acceptSecret, type VapidKey } from '../../settings/secrets.ts'
import type { PushSettings } from '../../settings/settings.ts'
import { type DueMessage, giveUp, leaseDueMessages, markSent, postpone } from './due-messages.ts'
import { encryptMessage } from './encrypt-message.ts'
import { gatherEvents } from './gather-events.ts'
import { PrivateAddressError, postMessage } from './post-message.ts'
import { isPushEndpoint } from './public-address.ts'
import { countPush } from './push-gauges.ts'
import { pushText } from './push-text.ts'
import { deleteSubscription } from './repository.ts'

/** How many messages are sent at the same time. A push service that hangs delays the next ones by its timeout. */
const MAX_BATCH = 50
/** The longest wait that a push service can ask for. */
const MAX_WAIT_SECONDS = 4 * 60 * 60

type Deps = Pick<AppDependencies, 'db' | 'log'> & { push: PushSettings }

/**
 * Gathers events into messages, sends the due ones, and returns how many were due. Several processes may run it at the
 * same time. If the process ends before a message is marked as sent, it is sent again; a browser shows only one of the
 * two, because they have the same topic and tag.
 */
export async function sendDuePushes(deps: Deps, stopping?: AbortSignal): Promise<number> {
  await gatherEvents(deps.db)
  const due = await leaseDueMessages(deps.db, MAX_BATCH)
  await Promise.all(
    due.map(async (message) => {
      if (stopping?.aborted) return
      if (isNoNews(message)) return await giveUp(deps.db, message)
      if (!message.isQuiet) await send(deps, message)
    }),
  )
  return due.length
}

/** A shift of one tip was told by the tip, and the tips of quiet hours are told after them. */
function isNoNews({ kind, count, isQuiet }: DueMessage): boolean {
  return kind === 'shift' && (count === 1 || isQuiet)
}

/** The push service has responded with a status other than 2xx. */
class RejectedError extends Error {
  override readonly name = 'RejectedError'
  readonly status: number
  readonly wait: number

  constructor(status: number, wait: number) {
    super(`the push service responded with ${status}`)
    this.status = status
    this.wait = wait
  }
}

async function send({ db, log, push }: Deps, message: DueMessage): Promise<void> {
  const { id, userId, kind, attempt } = message
  const isKey = ({ publicKey }: VapidKey) => publicKey === message.publicKey
  const key = push.keys.find(({ value }) => isKey(value))?.value
  // The push service accepts only messages that are signed with the key of the subscription.
  if (!key || message.isOver) return await end(db, id, key ? 'session_ended' : 'key_removed')
  try {
    // If the process has ended at each attempt, the message may be the reason.
    if (attempt > MAX_ATTEMPTS) throw new Error('too many attempts')
    if (!isPushEndpoint(message.endpoint, push)) throw new PrivateAddressError('not the address of a push service')
    const shown = { ...pushText(message), badge: message.badge }
    const { status, wait } = await postMessage(encryptMessage(message, { kind, message: shown, key }, push))
    if (status === 404 || status === 410) return await end(db, id, 'gone')
    if (status < 200 || status > 299) throw new RejectedError(status, wait)
    acceptSecret('PUSH_VAPID_KEYS', push.keys, isKey)
    await markSent(db, message)
    countPush('sent')
  } catch (err) {
    const retryDelay = isTransient(err) ? RETRY_DELAYS_SECONDS[attempt - 1] : undefined
    if (retryDelay === undefined) {
      log.error({ err, userId, subscription: id, attempt }, 'a push message is given up')
      countPush('given_up')
      return await giveUp(db, message)
    }
    log.warn({ err, userId, subscription: id, attempt }, 'a push message is not sent yet')
    countPush('postponed')
    const wait = err instanceof RejectedError ? Math.min(err.wait, MAX_WAIT_SECONDS) : 0
    await postpone(db, message, Math.max(retryDelay, wait))
  }
}

/** Whether a later attempt may succeed: an error of the network, too many messages, a failure of the push service. */
function isTransient(err: unknown): boolean {
  if (err instanceof RejectedError) return err.status === 429 || err.status >= 500
  return err instanceof Error && ('code' in err || err.name === 'TimeoutError')
}

async function end(db: Db, subscriptionId: string, reason: 'gone' | 'session_ended' | 'key_removed'): Promise<void> {
  await deleteSubscription(db, subscriptionId)
  countPush(reason)
}
