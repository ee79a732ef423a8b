// The part of the contracts that the service worker uses. It does not import the library of schemas.

/** Below `/api/v1`. */
export const pushPaths = { settings: '/user/push', renewal: '/user/push/renewal' } as const

/** The content of a push message, which the service worker shows. */
export type PushMessage = {
  title: string
  body: string
  /** A path of the portal, which a tap opens. */
  url: string
  /** A message replaces an earlier message with the same tag. */
  tag: string
  /** The number on the icon of the installed app. */
  badge: number
}

/** The tag of messages about tips. They are removed once the user has seen the tips. */
export const tipsTag = 'tips'
/** The tag of messages about shares of colleagues, which are seen where the tips are. */
export const sharesTag = 'shares'
