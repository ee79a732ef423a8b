import { listEmployees } from '@portal/contracts/employee'
import type { LiveEvent } from '@portal/contracts/live-event'
import { formatRubles } from '@portal/contracts/money-text'
import { listOperations, type Operation } from '@portal/contracts/operation'
import { isolated } from '@portal/contracts/tidy-text'
import { apiQuery } from '@portal/shared/http/query'
import { toast } from '@portal/shared/session/store'
import { areAmountsHidden } from '@portal/shared/ui/amount'
import type { QueryClient } from '@tanstack/react-query'

/** Tips that arrive within this time are one notification. */
const GATHER_MS = 1000

/** Restaurants whose tips are about to be announced. */
const gathering = new Set<string>()
/** The newest announced tip of each restaurant. */
const announced = new Map<string, string>()

/**
 * Announces a tip, or a colleague's share, that came while the portal is open. A hint has no amounts: they are in the
 * operations.
 */
export function tipArrived(
  client: QueryClient,
  { rest_id: restId, operation_id: oldest, transfer_number: number }: LiveEvent,
): void {
  if (restId && number) void shareArrived(client, restId, number)
  if (!restId || !oldest || gathering.has(restId)) return
  gathering.add(restId)
  setTimeout(async () => {
    gathering.delete(restId)
    const query = apiQuery(listOperations, { query: { restId, type: 'tip' } })
    // A failure is shown where the operations are shown.
    const tips = await client.fetchQuery(query).then(
      ({ items }) => newTips(items, oldest, announced.get(restId)),
      () => [],
    )
    if (!tips[0]) return
    announced.set(restId, tips[0].id)
    toast(newTipsText(tips, { isNamed: hasSeveralRestaurants(client), isHidden: areAmountsHidden() }))
  }, GATHER_MS)
}

function hasSeveralRestaurants(client: QueryClient): boolean {
  const employees = client.getQueryData(apiQuery(listEmployees, {}).queryKey)?.items ?? []
  return employees.length > 1
}

/** «Перевод · Анна Смирнова: +70 ₽. За субботу, спасибо!»; hidden: «Перевод · Анна Смирнова. За субботу, спасибо!». */
async function shareArrived(client: QueryClient, restId: string, number: string): Promise<void> {
  const query = apiQuery(listOperations, { query: { restId, type: 'transfer' } })
  const page = await client.fetchQuery(query).catch(() => undefined)
  const share = page?.items.find((operation) => operation.number === number && operation.type === 'transfer_in')
  if (!share) return
  const sum = areAmountsHidden() ? '' : `: +${formatRubles(share.amount)}`
  const title = hasSeveralRestaurants(client) ? `${share.title} · ${isolated(share.restaurant.name)}` : share.title
  toast(`${title}${sum}${share.comment ? `. ${share.comment}` : ''}`)
}

/**
 * Returns the operations since `oldest`, newest first, without those announced before. Returns an empty list if
 * `oldest` is not among the operations of the page.
 */
export function newTips<T extends Pick<Operation, 'id'>>(
  operations: readonly T[],
  oldest: string,
  lastAnnounced?: string,
): T[] {
  const until = operations.findIndex(({ id }) => id === lastAnnounced)
  const known = until < 0 ? operations : operations.slice(0, until)
  return known.slice(0, operations.findIndex(({ id }) => id === oldest) + 1)
}

type NewTip = Pick<Operation, 'amount' | 'restaurant'>

/** «Новые чаевые: +500 ₽», «Новые чаевые · Берёзка: 3 на 1 500 ₽»; hidden: «Новые чаевые», «Новые чаевые: 3». */
export function newTipsText(
  tips: readonly NewTip[],
  { isNamed, isHidden }: { isNamed: boolean; isHidden: boolean },
): string {
  const title = isNamed ? `Новые чаевые · ${isolated(tips[0]?.restaurant.name ?? '')}` : 'Новые чаевые'
  const sum = formatRubles(tips.reduce((total, { amount }) => total + amount, 0))
  const hasSeveral = tips.length > 1
  if (isHidden) return hasSeveral ? `${title}: ${tips.length}` : title
  return `${title}: ${hasSeveral ? `${tips.length} на ` : '+'}${sum}`
}
