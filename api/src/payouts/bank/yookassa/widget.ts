import type { YookassaAccount } from '../../../settings/settings.ts'

/** The script of the provider's form for cards: its own copy of each version, which it changes only by corrections. */
export const widgetPath = '/payouts-data/3.1.0/widget.js'

const API_HOST = 'api.yookassa.ru'

/** Returns the address of the script. The provider serves it from another host than its API; a double serves both. */
export function widgetUrl({ url }: Pick<YookassaAccount, 'url'>): string {
  const { hostname, origin } = new URL(url)
  return (hostname === API_HOST ? 'https://yookassa.ru' : origin) + widgetPath
}
