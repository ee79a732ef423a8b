import type { EmployeeRecord } from '@portal/contracts/admin/employee'
import type { Right } from '@portal/contracts/right'
import { zoneText } from '@portal/contracts/zone-text'
import { formatMoment } from '@portal/shared/format/date'
import { shownTimeZone, useSession } from '@portal/shared/session/store'

/** `Борис Ким, «Берёзка»` */
export function nameAndRestaurant({ name, restaurant }: EmployeeRecord): string {
  return `${name}, «${restaurant.name}»`
}

const rightNames: Record<Right, string> = { releases: 'менять релизы', operator: 'оператора' }

/** «право оператора» has the name `оператора`. A later API may have more rights. */
export function rightName(right: string): string {
  return rightNames[right as Right] ?? right
}

/** Returns the id from the name of an operator with an account, which is `user:<id>`. A token has another name. */
export function operatorUserId(name: string): string | undefined {
  return name.match(/^user:(.+)/)?.[1]
}

/** Returns the name of the signed-in operator. */
export function useOwnName(): string {
  return useSession(({ user }) => `user:${user?.id}`)
}

/** `20.11.2026, 15:04 (МСК+2)` by the clock of the operator's own restaurant. The person may be in another zone. */
export function formatZonedMoment(moment: string): string {
  return `${formatMoment(moment)}\u00A0(${zoneText(shownTimeZone(), moment)})`
}
