/** What the portal starts from without a network; the portal server names it in `/sw.js`. Nothing in it is of a person. */
export type OfflineKit = {
  /** Another kit has another name. */
  name: string
  files: readonly { href: string; integrity: string }[]
  /** First segments of the addresses that the portal opens with its menu: '', 'billing', 'settings'. */
  sections: readonly string[]
}
