// What the service worker needs of the contracts, without the library of schemas.

/** Below `/api/v1`. */
export const pushPaths = { settings: '/user/push', renewal: '/user/push/renewal' } as const

/** What a push message has, and the service worker shows. */
export type PushMessage = {
  title: string
  body: string
  /** A path of the portal, which a tap opens. */
  url: string
  /** A message replaces the one with the same tag. */
  tag: string
  /** The number on the icon of the installed app. */
  badge: number
}

/** The tag of messages about tips, which are of no use once the tips are seen. */
export const tipsTag = 'tips'
