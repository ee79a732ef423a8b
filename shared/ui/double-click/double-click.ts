/** The same as `--double-click` in tokens.css. */
const MAX_DOUBLE_CLICK_MS = 500

/**
 * Whether a press is the second half of the double click whose first has opened something: it does not close it again. What
 * has come up under the finger is out of reach as long: `data-comes-up` in base.css. `openedAt`: by `performance.now()`.
 */
export function isSecondPress({ timeStamp }: Event, openedAt: number): boolean {
  return timeStamp < openedAt + MAX_DOUBLE_CLICK_MS
}
